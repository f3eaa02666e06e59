import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import type { State } from './state-name.ts'
import { addBirthdays } from './birthdays.ts'
import type { Open } from './cell.ts'
import { dueFieldsOf, type DueField } from '../business/due-fields.ts'
import { dueMoment } from '../business/named-moments.ts'
import { debtOf } from './states.ts'

/** What is said of a day that is set in advance. The longest that fits is taken. */
const sayings: readonly { readonly words: RegExp; readonly state: State; readonly kind: 'due' | 'end' }[] = [
  {
    words: /^(?:falls? |falling |comes? |coming |is |are )?due(?: for)?(?: an?| the| their| its)?$/,
    state: 'due',
    kind: 'due',
  },
  { words: /^needs?(?: an?| the| their| its)$/, state: 'due', kind: 'due' },
  {
    words: /^(?:up|due) for renewal$|^to be renewed$|^needs? (?:to renew|renewing)$/,
    state: 'due',
    kind: 'end',
  },
  {
    words:
      /^(?:expires?|expiring|expire|runs? out|running out|lapses?|lapsing|is up|are up|ends?|ending|come to an end|comes to an end)$/,
    state: 'due',
    kind: 'end',
  },
  {
    words: /^(?:is |are )?(?:overdue|past due)(?: for)?(?: an?| the| their| its)?$/,
    state: 'lapsed',
    kind: 'due',
  },
  {
    words: /^(?:has |have |is |are )?(?:already )?(?:expired|run out|ran out|lapsed)$/,
    state: 'lapsed',
    kind: 'end',
  },
]
const between: ReadonlySet<string> = new Set(
  "is are has have that which will be the their its a an his her 's due whose for getting about to".split(
    ' ',
  ),
)
/** Words for a proof or a visit that are said of what is due: "DBS check", "boiler service". */
const proofs: ReadonlySet<string> = new Set(
  'check checks test tests certificate certificates licence licences license cover policy appointment date dates'.split(
    ' ',
  ),
)

/** "whose MOT is due", "DBS check runs out", "overdue reports": the day of this name, where just one has it. */
export function addDue(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  addBirthdays(tokens, ontology, span)
  const fields = dueFieldsOf(ontology)
  for (let from = 0; from < tokens.length; from++)
    for (let to = Math.min(tokens.length, from + 4); to > from; to--) {
      const phrase = textOf(tokens, from, to)
      const saying = sayings.find(({ words }) => words.test(phrase))
      if (saying === undefined || isCause(tokens, to, phrase)) continue
      const found =
        namedAround(tokens, from, to, fields) ??
        // "overdue bills" are late, whatever the day is called.
        (saying.state === 'lapsed' && saying.kind === 'due'
          ? null
          : (ofThing(tokens, from, to, ontology, saying.kind) ??
            ofAnything(tokens, from, to, saying.kind, fields) ??
            ofBills(tokens, from, to, ontology)))
      if (found !== null) place(span(found.from, found.to), found.due, saying.state)
      from = to - 1
      break
    }
}

interface Found {
  readonly from: number
  readonly to: number
  readonly due: DueField
}

/** "due to rain", and "due" without anything that could be due. */
function isCause(tokens: readonly Token[], to: number, phrase: string): boolean {
  return phrase.endsWith('due') && tokens[to]?.lower === 'to'
}

/** The words before, or after "due a" and "overdue", that name the day. */
function namedAround(
  tokens: readonly Token[],
  from: number,
  to: number,
  fields: readonly DueField[],
): Found | null {
  const before = stretch(tokens, from - 1, -1)
  const after = stretch(tokens, to, 1)
  const scored = fields.flatMap((due) => {
    const at = [...before, ...after].filter((place) => isIn(tokens[place], due.words))
    const near = [...before, ...after].filter((place) => isIn(tokens[place], nameWords(due.dataset.label)))
    return at.length === 0 ? [] : [{ due, at, score: at.length + (near.length > 0 ? 0.5 : 0) }]
  })
  const [best, second] = scored.toSorted((a, b) => b.score - a.score)
  if (best === undefined || (second !== undefined && second.score === best.score)) return null
  const own = [...before, ...after].filter(
    (place) =>
      best.at.includes(place) ||
      proofs.has(tokens[place]?.lower ?? '') ||
      isIn(tokens[place], nameWords(best.due.dataset.label)),
  )
  return { from: Math.min(from, ...own), to: Math.max(to, ...own.map((one) => one + 1)), due: best.due }
}

/** "vouchers that expire", "contracts running out": the only such day of the thing before. */
function ofThing(
  tokens: readonly Token[],
  from: number,
  to: number,
  ontology: Ontology,
  kind: 'due' | 'end',
): Found | null {
  const named = (dataset: Dataset): boolean =>
    stretch(tokens, from - 1, -1).some((at) => isIn(tokens[at], nameWords(dataset.label))) ||
    stretch(tokens, to, 1).some((at) => isIn(tokens[at], nameWords(dataset.label)))
  const all = dueFieldsOf(ontology).filter(({ dataset }) => named(dataset))
  const fitting = all.filter(({ field }) => (kind === 'due' ? due : end).test(field.label))
  // `expires on` says more of the end than `end date`.
  const [first, second] = [...fitting].toSorted((a, b) => rankOf(a) - rankOf(b))
  if (first === undefined && kind === 'due') return plannedOf(from, to, ontology.datasets.filter(named))
  if (first === undefined || (second !== undefined && rankOf(second) === rankOf(first))) return null
  return { from, to, due: first }
}

/** "orders due this week": the day for which the rows are promised, planned or wanted, where nothing is called due. */
function plannedOf(from: number, to: number, things: readonly Dataset[]): Found | null {
  const [only, ...more] = things.flatMap((dataset) => {
    const field = dataset.isHidden ? null : dueMoment(dataset)
    return field === null || /\bnext\b/i.test(field.label) ? [] : [{ dataset, field, words: [] }]
  })
  return only === undefined || more.length > 0 ? null : { from, to, due: only }
}

/** "what is due next week": the only rows that have such a day. */
function ofAnything(
  tokens: readonly Token[],
  from: number,
  to: number,
  kind: 'due' | 'end',
  fields: readonly DueField[],
): Found | null {
  const isBare = /^(?:what|what is|what's|whats|anything|what 's|is anything|is there anything)$/.test(
    textOf(tokens, 0, from),
  )
  const [only, ...more] = fields.filter(
    ({ field, words }) => words.length === 0 && (kind === 'due' ? due : end).test(field.label),
  )
  return !isBare || only === undefined || more.length > 0 ? null : { from, to, due: only }
}

/** "how much is due next week": the day by which bills are to be paid. */
function ofBills(tokens: readonly Token[], from: number, to: number, ontology: Ontology): Found | null {
  if (!/^how much(?: money)?(?: is| are| will be)?$/.test(textOf(tokens, 0, from))) return null
  const owed = debtOf(ontology)?.dataset
  const [only, ...more] = dueFieldsOf(ontology).filter(
    ({ dataset, field }) => dataset === owed && due.test(field.label),
  )
  return only === undefined || more.length > 0 ? null : { from, to, due: only }
}

const due = /\b(?:due|deadline)\b/i
const end = /\b(?:exp|expir\w*|until|till|thru|valid|renew\w*|ends?|ending|lapses?)\b/i

function rankOf({ field: { label }, words }: DueField): number {
  const kind = /\bexp/i.test(label) ? 0 : /\b(?:valid|until|till|thru)\b/i.test(label) ? 1 : 2
  return kind + (words.length > 0 ? 5 : 0)
}

/** Up to four places from here on, without the words that only connect. */
function stretch(tokens: readonly Token[], from: number, step: 1 | -1): readonly number[] {
  const places: number[] = []
  for (let at = from; at >= 0 && at < tokens.length && places.length < 3; at += step) {
    const token = tokens[at]
    if (token === undefined || token.kind === 'punctuation') break
    if (between.has(token.lower)) continue
    if (token.kind !== 'word' || /^(?:in|on|this|next|within|by|which|what|who|list|show)$/.test(token.lower))
      break
    places.push(at)
  }
  return places
}

function isIn(token: Token | undefined, words: readonly string[]): boolean {
  return (
    token !== undefined &&
    token.kind === 'word' &&
    [token.lower, ...token.forms].some((form) => words.includes(form))
  )
}

function place(cell: Open, { dataset, field }: DueField, state: State): void {
  cell.role = { does: 'state', state }
  cell.events = [{ dataset, field, stems: new Set(), after: [] }]
  cell.values = []
  cell.nouns = []
  cell.worth = Math.max(cell.worth, (cell.to - cell.from) * 1.35 + 0.2)
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ')
}
