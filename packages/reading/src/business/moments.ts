import { remembered } from '../lexicon/remembered.ts'
import type { Dataset, Expression, Field, FieldRef, Ontology } from '@quipu/query'
import { metricExpression, partsOfExpression } from '@quipu/query'
import { joinPathsOf } from '../interpret/join-paths.ts'
import { agreedMoment } from '../lexicon/agreed-times.ts'
import { arrangedFor, isLater, isSeldomSet } from '../lexicon/arranged-times.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isNamed } from '../metrics/field-finder.ts'
import { tradeNames } from '../metrics/trade-names.ts'

/** The time at which a row of a dataset happened: the order date of an order, not its delivery or due date. */
export const eventMoment: (dataset: Dataset) => Field | null = remembered((dataset) => {
  const agreed = agreedMoment(dataset)
  if (agreed !== null) return agreed
  const arranged = arrangedFor(dataset)
  if (arranged !== null) return arranged.held
  const own = nameWords(dataset.label).flatMap((word) => [...stemsOf(word)])
  const isHeld = nameWords(dataset.label).some((word) => meetings.has(word))
  const isAwaited = visible(dataset).some((field) => isMoment(field) && awaited.test(field.label))
  const scored = visible(dataset)
    // What is expected first comes in later, and some of it has not come in yet.
    .filter(({ label, statistics }) => !(isAwaited && statistics.nulls > 0 && comesIn.test(label)))
    .filter((field) => isMoment(field) && field.timeFormat !== 'other-text' && !isPartOfTime(field))
    .filter((field) => !isSeldomSet(field, dataset))
    .map((field, at) => ({
      field,
      score: (isPaidOn(field, dataset) ? ownDate : scoreOf(field, own, isHeld)) - at / 100,
    }))
    .toSorted((a, b) => b.score - a.score)
  return scored[0]?.field ?? null
})

/** The day on which a payment was made is its own, and no later one. */
function isPaidOn({ label }: Field, dataset: Dataset): boolean {
  return paidOn.test(label) && payments.test(dataset.label)
}

const paidOn = /^(?:date )?(?:paid|payment)(?: on| at| date| day)?$/i
const payments = /\b(?:payments?|payouts?|repayments?)$/i
const ownDate = 6

const awaited = /\b(?:expected|promised)\b/i
const comesIn = /\breceived\b/i

function scoreOf(field: Field, own: readonly string[], isHeld: boolean): number {
  const { label, statistics } = field
  const words = nameWords(label)
  const stems = words.flatMap((word) => [...stemsOf(word)])
  const isOwn = stems.some((stem) => own.includes(stem)) ? 3 : 0
  const isBegin = words.some((word) => begins.has(word)) || stems.some((stem) => beginStems.has(stem)) ? 2 : 0
  const isPlain = words.every((word) => plain.has(word)) ? 2.5 : 0
  if (isHeld && words.some((word) => held.has(word))) return 6
  // The start of a period is what the row is for, and not when it came about.
  const isPeriod = words.includes('period') ? -4 : 0
  return isOwn + isBegin + isPlain + isPeriod + (isLater(field) ? -4 : 0) + (statistics.nulls === 0 ? 1 : 0)
}

/** What is held at a time that was agreed on before: it happens then, not when it was booked. */
const meetings: ReadonlySet<string> = new Set(
  'appointment lesson class session meeting consultation show performance visit screening course exam shift rota roster'.split(
    ' ',
  ),
)
const held: ReadonlySet<string> = new Set('schedule scheduled start appointment held begin'.split(' '))

function isPartOfTime({ label, type }: Field): boolean {
  return type === 'number' && /\b(?:month|day|hour|quarter)\b/i.test(label)
}

const plain: ReadonlySet<string> = new Set('date time day at on timestamp datetime when moment'.split(' '))
const beginWords =
  'order raise issue place create sell sale occur open start book invoice transaction purchase sign join hire register make add enroll admit submit report receive record'
const begins: ReadonlySet<string> = new Set(beginWords.split(' '))
const beginStems: ReadonlySet<string> = new Set(beginWords.split(' ').flatMap((word) => [...stemsOf(word)]))
/** The date of a dataset's rows: its own, or that of the nearest thing each row belongs to. */
export function momentOf(name: string, ontology: Ontology): FieldRef | null {
  const paths = joinPathsOf(ontology)
  // Things with names of their own, such as plants, do not take the date of what they belong to. The lines of an order do.
  const isEntity =
    ontology.datasets.find((each) => each.name === name)?.fields.some(({ role }) => role === 'name') === true
  const child = ontology.datasets.find((each) => each.name === name)
  const own = child === undefined ? null : eventMoment(child)
  const dated = ontology.datasets
    .filter(({ isHidden }) => !isHidden)
    .flatMap((dataset) => {
      const path = paths.between(name, dataset.name)
      const isOther = dataset.name !== name && !isOwner(dataset, name, ontology)
      if (path?.toOne !== true || (isOther && isEntity)) return []
      const field = eventMoment(dataset)
      return field === null
        ? []
        : [
            {
              dataset,
              field,
              length:
                path.length -
                (isOwner(dataset, name, ontology) ? 0.5 : 0) -
                (isNamed(dataset, saleNames) ? 0.2 : 0) +
                // When a ticket was used says nothing of those that were not: it was sold with its booking.
                (lacksSome(field, dataset) ? 1.5 : 0) +
                (dataset.name !== name && own !== null && isOver(field, own) ? 10 : 0) +
                // The day on which somebody was hired does not date their work.
                (dataset.name !== name && isPeople(dataset) && !isOwner(dataset, name, ontology) ? 10 : 0),
            },
          ]
    })
    .toSorted((a, b) => a.length - b.length)
  const [nearest] = dated
  return nearest === undefined
    ? null
    : { kind: 'field', dataset: nearest.dataset.name, field: nearest.field.name }
}

/** A day that was over before the first row came about does not date it: that on which a shop was opened, beside what it sold. */
function isOver({ statistics }: Field, own: Field): boolean {
  const [last, first] = [statistics.max, own.statistics.min]
  return typeof last === 'string' && typeof first === 'string' && last.slice(0, 10) < first.slice(0, 10)
}

/** Whether a number of rows have no such date. A few may lack it by mistake. */
function lacksSome(field: Field, dataset: Dataset): boolean {
  // Rows to which nobody has agreed do not count, and neither do payments that were not made.
  const isOwn = agreedMoment(dataset) === field || isPaidOn(field, dataset)
  return field.statistics.nulls > 0.03 * dataset.rows && !isOwn
}

const saleNames: ReadonlySet<string> = new Set(tradeNames)

/** Orders own order lines: the lines carry their name. */
function isOwner(dataset: Dataset, name: string, { datasets }: Ontology): boolean {
  const child = datasets.find((each) => each.name === name)
  const words = nameWords(dataset.label)
  return (
    child !== undefined && child !== dataset && nameWords(child.label).some((word) => words.includes(word))
  )
}

/** The dataset whose rows a metric aggregates. Null for a metric that the ontology does not have. */
export function homeOf(metric: string, ontology: Ontology): string | null {
  const isKnown = ontology.metrics.some(({ name }) => name === metric)
  return isKnown ? firstAggregated(metricExpression(metric, ontology)) : null
}

function firstAggregated(of: Expression): string | null {
  if (of.kind === 'aggregate') return of.each?.dataset ?? datasetIn(of.of)
  for (const part of partsOfExpression(of)) {
    const found = firstAggregated(part)
    if (found !== null) return found
  }
  return null
}

function datasetIn(of: Expression): string | null {
  if (of.kind === 'field' || of.kind === 'rows') return of.dataset
  for (const part of partsOfExpression(of)) {
    const found = datasetIn(part)
    if (found !== null) return found
  }
  return null
}
