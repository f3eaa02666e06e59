import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords, rawWords } from '../lexicon/name-words.ts'
import { remembered } from '../lexicon/remembered.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inOneLine } from '../words/plain-text.ts'
import type { ReadHead } from './clause-reading.ts'

/**
 * An amount of time that rows hold, added up: "how many hours of video do our published courses have in total", "total labour
 * hours of repairs this year". The time between two moments is not asked for.
 */
export function readStoredTime(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const asked = askedIn(inOneLine(question).replace(/[?.!]+$/, ''))
  if (asked === null) return null
  const found = storedTimes(ontology).flatMap((stored) => {
    const frame = frameOf(asked, stored, readHead)
    const slot = frame === null ? null : inUnit(stored, asked.unit)
    return frame === null || slot === null ? [] : [{ ...frame, measures: [slot] }]
  })
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : only
}

/** Whether an amount of time is asked for that adds up, so that the mean time between two moments is no answer. */
export function asksAmountOfTime(question: string): boolean {
  return askedIn(inOneLine(question).replace(/[?.!]+$/, '')) !== null
}

type Unit = 'second' | 'minute' | 'hour'
const seconds: Readonly<Record<Unit, number>> = { second: 1, minute: 60, hour: 3600 }

interface Asked {
  readonly unit: Unit
  /** What the time is that of: "video", "visits", "labour". */
  readonly of: readonly string[]
  readonly rest: string
}

const units = 'minutes?|hours?'
const start = String.raw`^(?:(?:what (?:is|are|was|were)|show|give me|the|our) )*`
const forms: readonly RegExp[] = [
  // "how many hours of video do our courses have", "minutes of video per class"
  new RegExp(
    String.raw`${start}(?:(?:how many|number of|sum of) )?(?:(?:total|all) )?(?:number of )?(${units}) of ((?:\p{L}+ )??\p{L}+)()(?: (.*))?$`,
    'iu',
  ),
  // "total labour hours of repairs"
  new RegExp(
    String.raw`${start}(?:how many|total|sum of(?: all)?)(?: number of)? ()((?:\p{L}+ )?\p{L}+) (${units})\b(?: (.*))?$`,
    'iu',
  ),
  // "how many hours did repairs take in total"
  new RegExp(
    String.raw`${start}how many (${units}) (?:did|do|does|have|has) (?:the |our |all )?((?:\p{L}+ )??\p{L}+)()(?: (?:take|took|taken|last|lasted|need|needed|have))(?= .*\b(?:in total|altogether|overall)\b| in total)(?: (.*))?$`,
    'iu',
  ),
]
const inTotal = /,?\s?\b(?:in total|altogether|overall|all together)\b/gi

function askedIn(text: string): Asked | null {
  for (const form of forms) {
    const found = form.exec(text)
    if (found === null) continue
    const [, before = '', of = '', after = '', rest = ''] = found
    const unit = (before || after).toLowerCase().replace(/s$/, '')
    if (
      (unit !== 'minute' && unit !== 'hour') ||
      /\b(?:average|avg|mean|until|till|between|from|on average)\b/i.test(text)
    )
      continue
    return { unit, of: nameWords(of), rest: restOf(rest) }
  }
  return null
}

/** "do our published courses have in total this year": of whose rows, and when. */
function restOf(text: string): string {
  const plain = text
    .replaceAll(inTotal, '')
    .replace(
      /^(?:(?:are|is|were|was) there|(?:do|did|have|has) we(?: have| had| got)?|do|does|did|went into|go into|goes into|have|has|is|are|was|were)\b ?/i,
      '',
    )
    .replace(
      /\b(?:have|has|had|take|took|need|needed|contain|contained|last|lasted)(?= (?:this|last|in|so far|per|by|for)\b|$)/i,
      '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain
}

interface Stored {
  readonly dataset: Dataset
  readonly field: Field
  readonly unit: Unit
  /** The words of its name, without the unit. */
  readonly name: readonly string[]
}

const unitWords: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:seconds?|secs?)$/, 'second'],
  [/^(?:minutes?|mins?)$/, 'minute'],
  [/^(?:hours?|hrs?)$/, 'hour'],
]

const storedTimes: (ontology: Ontology) => readonly Stored[] = remembered((ontology) =>
  ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(isMeasure)
          .flatMap((field) => {
            const words = rawWords(field.label)
            const unit = unitWords.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1]
            // A rate, and an age or a delay, does not add up.
            if (
              unit === undefined ||
              /\b(?:per|rate|cost|price|pay|breaks?|pause|late|delay|age)\b/i.test(field.label)
            )
              return []
            const name = words.filter(
              (word) =>
                !unitWords.some(([pattern]) => pattern.test(word)) &&
                !/^(?:duration|length|time|in)$/.test(word),
            )
            return [{ dataset, field, unit, name }]
          }),
  ),
)

function inUnit({ dataset, field, unit }: Stored, asked: Unit): MeasureSlot | null {
  const ref = fieldRef(dataset, field)
  if (unit === asked) return { kind: 'field', field: ref, function: 'sum' }
  const by = seconds[asked] / seconds[unit]
  return by > 1 ? { kind: 'minutes', field: ref, ...(by === 60 ? {} : { by }) } : null
}

/** The count of the rows whose time it is: they are named, or their time is, or they are of a kind that is named. */
function frameOf({ of, rest }: Asked, { dataset, name }: Stored, readHead: ReadHead): Frame | null {
  const label = nameWords(dataset.label)
  const isRows = of.at(-1) !== undefined && of.at(-1) === label.at(-1)
  const isTime = of.length > 0 && of.every((word) => name.some((one) => isAkin(word, one)))
  const all = `how many ${dataset.label}`
  const link =
    rest === '' || /^(?:per|by|for|of|this|last|in|since|so far|on|at|with|from|last|between)\b/i.test(rest)
      ? rest
      : `of ${rest}`
  const own = link
    .replace(new RegExp(String.raw`^(?:of |on |by |for |in )?(?:our |the |all )?${dataset.label}\b`, 'i'), '')
    .trim()
  const heads = isRows || isTime ? [`${all} ${own}`] : [`how many ${of.join(' ')} ${dataset.label} ${link}`]
  for (const head of heads) {
    const frame = readHead(head.trim())
    const [count, ...more] = frame?.measures ?? []
    const isCount = count?.kind === 'count' && count.dataset === dataset.name && more.length === 0
    if (frame !== null && isCount && frame.rank === null && frame.share === null && frame.against === null)
      return frame
  }
  return null
}

function isAkin(word: string, name: string): boolean {
  const stems = stemsOf(name)
  return [...stemsOf(word)].some((stem) => stems.has(stem))
}
