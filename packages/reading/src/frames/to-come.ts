import type { Condition, Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stateField } from '../metrics/not-sold.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { isOfRows, type FrameDraft } from './frame-draft.ts'
import { measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { notDead } from '../business/not-dead.ts'
import { goneStates } from '../business/state-words.ts'

/** "upcoming events", "what is coming up": from today on. */
export function addUpcoming(
  tokens: readonly Token[],
  span: (from: number, to: number) => Open,
  fromToday: () => TimeMention | undefined,
): void {
  tokens.forEach(({ lower }, at) => {
    const next = tokens[at + 1]?.lower ?? ''
    const length =
      lower === 'upcoming' || lower === 'forthcoming' ? 1 : lower === 'coming' && next === 'up' ? 2 : 0
    const time = length === 0 ? undefined : fromToday()
    if (time === undefined) return
    const cell = span(at, at + length)
    cell.time = time
    cell.worth = Math.max(cell.worth, length * 1.3)
  })
}

/** Rows of a time to come: by the date that has rows to come, and without what was called off. */
export function addToCome(draft: FrameDraft): void {
  const { time, today, home, ontology, filters, notes } = draft
  const dataset = ontology.datasets.find(({ name }) => name === home)
  if (dataset === undefined || draft.base !== null || draft.isTimeUsed || !isOfRows(draft)) return
  if (time === null || time.start === null || time.start.slice(0, 10) < today) return
  const own = dataset.fields.find(({ name }) => name === draft.moment?.field) ?? eventMoment(dataset)
  const isOwn = draft.moment === null || draft.moment.dataset === home
  const held = isOwn && own !== null && !isToCome(own, today) ? heldLater(dataset, own, today) : null
  if (held !== null) {
    // "confirmed events that are coming up" have been confirmed.
    if (draft.moment !== null && own !== null && own.statistics.nulls > 0)
      filters.push({ key: `${dataset.name}.${own.name}`, condition: isSet(fieldOf(dataset, own)) })
    draft.moment = fieldOf(dataset, held)
    const says = `The period is that of “${held.label}”.`
    notes.push({ about: 'what counts', says, changesNumbers: false })
  }
  const gone = stateField(dataset, goneStates, ontology)
  const isNamed = filters.some(
    ({ key }) => key.startsWith('state ') || (gone !== null && key === `${dataset.name}.${gone.field.name}`),
  )
  const condition = and(notDead(dataset, ontology, goneStates))
  if (isNamed || condition === null) return
  filters.push({ key: 'of not called off', condition })
  const says = `Only ${dataset.label} that were not called off.`
  notes.push({ about: 'what counts', says, changesNumbers: false })
}

function isSet(of: FieldRef): Condition {
  return { kind: 'not', of: { kind: 'null', of } }
}

function isToCome({ statistics }: Field, today: string): boolean {
  return String(statistics.max ?? '').slice(0, 10) > today
}

/** The other date of the rows, of which some lie ahead: when they begin, also if that is only planned. */
function heldLater(dataset: Dataset, own: Field, today: string): Field | null {
  const fields = dataset.fields.filter((field) => field !== own)
  const other = eventMoment({ ...dataset, fields })
  if (other !== null && isToCome(other, today) && !isLater(other)) return other
  const [begin, ...more] = visible({ ...dataset, fields }).filter(
    (field) =>
      isMoment(field) && isToCome(field, today) && begins.test(field.label) && !ends.test(field.label),
  )
  return begin === undefined || more.length > 0 ? null : begin
}

const begins = /\b(?:start\w*|begin\w*|from|held|takes? place|event|planned|scheduled|booked for|in)\b/i
const ends = /\b(?:end\w*|finish\w*|until|till|to|out|due|deadline|expir\w*|deliver\w*|pay\w*)\b/i

/** "what is in the diary for tomorrow", "what's booked in next week": the only rows that have a time to come. */
export function diaryRows({ scan, things, ontology }: Asked, today: string): Measured | null {
  const [time, ...more] = mentionsOf(scan, 'time')
  const start = time?.time.range?.start ?? null
  if (things.length > 0 || more.length > 0 || start === null || start.slice(0, 10) < today) return null
  const rest = scan.mentions.filter((one) => one !== time)
  const isBooked = rest.every(
    (one) => (one.kind === 'value' || one.kind === 'field') && /^booked/i.test(one.text),
  )
  if (!isBooked || scan.rank !== null || scan.asks[0] !== 'which') return null
  const diary = onlyDiary(ontology, today)
  return diary === null ? null : { ...measured([], diary, rest), isBusiness: true }
}

function onlyDiary({ datasets }: Ontology, today: string): Dataset | null {
  const [only, ...more] = datasets.filter((each) => {
    const own = each.isHidden ? null : eventMoment(each)
    return own !== null && (isToCome(own, today) || heldLater(each, own, today) !== null)
  })
  return only === undefined || more.length > 0 ? null : only
}
