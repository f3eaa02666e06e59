import { inOneLine } from '../words/plain-text.ts'
import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { subjectOf, withFilter } from './bounded-things.ts'
import type { ReadHead } from './clause-reading.ts'

const verbs = String.raw`(?: (?:that|which|who|do|did|does|come|comes|came|are|is|was|were|get|gets|got|been|made|placed|paid|sold|bought|done|have|has|had))*`
const having = new RegExp(
  String.raw`^(.*?\p{L})${verbs} (with|without|using|used|use|uses|have|has|had|having) (?:(no) |an? |any |some |the )?(\p{L}+(?: (?:codes?|numbers?|names?))?)(?: (this .+|last .+|in .+|since .+|per .+|by .+|today|yesterday))?$`,
  'iu',
)

/** "orders with a voucher", "how many bookings have no promo code": the field of the row that is left empty where there is none. */
export function readPresence(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inOneLine(question)
  const [, head = '', how = '', no, noun = '', rest = ''] = having.exec(text) ?? []
  const frame = noun === '' ? null : readHead(`${head} ${rest}`.trim())
  const rows = frame === null ? null : subjectOf(frame, ontology)
  const field = rows === null ? null : optional(noun, rows, ontology)
  if (frame === null || rows === null || field === null) return null
  const isEmpty: Condition = { kind: 'null', of: fieldOf(rows, field) }
  const isWithout = (how.toLowerCase() === 'without') !== (no !== undefined)
  const condition: Condition = isWithout ? isEmpty : { kind: 'not', of: isEmpty }
  const says = `Those whose “${field.label}” is ${isWithout ? '' : 'not '}empty.`
  return withFilter(frame, `has ${field.name}`, condition, {
    about: 'what counts',
    says,
    changesNumbers: false,
  })
}

/** The only field of the row that is called so, perhaps as a code or number, and that some rows lack. Rows of that name that belong to it go before. */
function optional(noun: string, rows: Dataset, ontology: Ontology): Field | null {
  const wanted = plain(noun)
  // A value of this name says more than that something is filled in.
  if (wanted.length === 0 || ontology.values.exact(noun).length > 0) return null
  const isChild = childrenOf(rows, ontology).some(({ label }) => nameWords(label).at(-1) === wanted.at(-1))
  const found = visible(rows).filter(
    (field) =>
      field.type === 'text' &&
      field.statistics.nulls > 0 &&
      field.statistics.nulls < rows.rows &&
      !saysSoItself(field) &&
      plain(field.label).join(' ') === wanted.join(' '),
  )
  const [only, ...more] = found
  return isChild || only === undefined || more.length > 0 ? null : only
}

/** Yes and no, or a text for "none": such a field is filled in also where the answer is no. */
export function saysSoItself(field: Field): boolean {
  return flagValues(field) !== null || field.sample.some((value) => denials.test(value))
}

function plain(label: string): readonly string[] {
  return nameWords(label).filter((word) => !marks.has(word))
}

/** Texts that say "none" are filled and mean that there is none. */
const denials = /^\s*(?:no|none|n|n\/?a|nil|false|0|-+|not \p{L}+)\s*$/iu
/** `voucher code` is the voucher. */
const marks: ReadonlySet<string> = new Set('code number no nr id ref reference name'.split(' '))
