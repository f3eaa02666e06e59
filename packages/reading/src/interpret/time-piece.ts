import { inZone, type Comparison, type Dataset, type Field } from '@quipu/query'
import { arrangedFor } from '../lexicon/arranged-times.ts'
import { isRevenue } from '../grammar/chunk-kind.ts'
import type { ConditionDraft, Mention } from '../grammar/draft.ts'
import { isVerbal } from '../words/verbal.ts'
import { buildAmount } from './amounts.ts'
import { limitOf } from './comparison-pieces.ts'
import { datasetOf, resolved, type Building } from './builder.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { datedBetween, datedBy } from './dated-by.ts'
import { negate } from './existence-pieces.ts'
import { nothing, type Piece } from './piece.ts'
import { ranksByTotal } from './ranks-by-total.ts'
import { verbMoment } from './verb-moment.ts'
import { mainMoment, timeCondition } from './time-condition.ts'

export function timePiece(building: Building, draft: ConditionDraft): Piece | null {
  if (draft.operand?.kind !== 'time') return null
  const noun = resolved(
    building,
    draft.amount?.noun ?? eventBeforeTime(building, draft) ?? datedItself(building, draft),
  )
  const mentioned =
    noun === null || noun.kind === 'metric' ? datasetOf(building, draft.governor) : noun.dataset
  const measured =
    noun !== null
      ? []
      : draft.governor?.role === 'group'
        ? [...measuredDatasets(building), building.subject]
        : [...rankedDatasets(building), ...countedBefore(building, draft)]
  const homes = [...measured, mentioned, building.subject, ...used(building)]
  const isDated = (each: Dataset): boolean => mainMoment(each) !== null
  const owner =
    (noun === null
      ? joiningEvent(
          building,
          [...measured, mentioned],
          [mentioned, ...divided(building), ...valued(building)],
        )
      : undefined) ??
    measured.find(isDated) ??
    datedBy(building, measured) ??
    homes.find(isDated) ??
    datedBy(building, homes)
  const one =
    noun?.kind === 'field' && isMoment(noun.field)
      ? arrangedIn(building, noun, draft.operand.time.range?.start ?? null)
      : owner === undefined
        ? null
        : (doneBefore(building, draft, owner) ?? mainMoment(owner))
  const home = noun?.kind === 'field' && isMoment(noun.field) ? noun.dataset : owner
  if (one === null || home === undefined) return null
  const operator =
    typeof draft.operator === 'string' && /^[<>=!]/.test(draft.operator)
      ? (draft.operator as Comparison)
      : '='
  const condition = timeCondition(home, one, draft.operand.time, operator)
  if (condition === null) return null
  const where = draft.negated ? negate(building, { dataset: home, condition }) : condition
  return { ...nothing, draft, where }
}

/** "booked for next week": nothing was booked in a time to come; it takes place then. */
function arrangedIn(
  { context }: Building,
  { dataset, field }: { readonly dataset: Dataset; readonly field: Field },
  start: string | null,
): Field {
  const arranged = arrangedFor(dataset)
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  return arranged?.booked === field && start !== null && start.slice(0, 10) > today ? arranged.held : field
}

/** "delivered in May", "ordered in May": the time field, or the dated thing, that the verb right before the time names. */
function eventBeforeTime(building: Building, { chunk, governor }: ConditionDraft): Mention | null {
  const isDivided = building.draft.groups.some(({ time }) => time !== null)
  const verb = building.draft.conditions.find(
    (each) =>
      each.kind === 'exists' &&
      !each.negated &&
      each.governor === governor &&
      each.chunk.to < chunk.from &&
      chunk.from - each.chunk.to <= (isDivided ? 4 : 2),
  )
  const mention = verb?.amount?.noun ?? null
  const noun = resolved(building, mention)
  if (noun?.kind === 'dataset')
    return isVerbal(verb?.chunk.text ?? '') && mainMoment(noun.dataset) !== null ? mention : null
  return noun?.kind === 'field' && isMoment(noun.field) ? mention : null
}

/** "books that each member borrowed last year": the date of the loan, not of the books or members. */
function joiningEvent(
  building: Building,
  ones: readonly Dataset[],
  others: readonly Dataset[],
): Dataset | undefined {
  return ones.flatMap((one) => others.flatMap((other) => datedBetween(building, one, other)))[0]
}

/** What the result is grouped by. */
function divided(building: Building): readonly Dataset[] {
  return building.draft.groups.flatMap(({ noun }) => (noun === null ? [] : [datasetOf(building, noun)]))
}

/** A thing named by one of its values: the member in "books that Ana borrowed in May". */
function valued({ resolution, ontology }: Building): readonly Dataset[] {
  const names = new Set([...resolution.values.values()].map(({ dataset }) => dataset))
  return ontology.datasets.filter((each) => names.has(each.name))
}

/** "closed tickets by month in 2026": the time field of the verb before the thing, when it has no other time. */
function doneBefore(building: Building, { governor }: ConditionDraft, owner: Dataset): Field | null {
  const { conditions, groups } = building.draft
  const isOnly = conditions.filter(({ kind }) => kind === 'time').length === 1
  const isBefore = conditions.some(
    ({ kind, chunk }) => kind === 'exists' && groups.length > 0 && chunk.to === governor?.chunk.from,
  )
  const isSplit = groups.some(({ time }) => time !== null)
  return isOnly && (isBefore || isSplit) ? verbMoment(building, owner) : null
}

/** "invoices due in May": the time field that is itself asked for. */
function datedItself(building: Building, { governor }: ConditionDraft): Mention | null {
  const noun = resolved(building, governor)
  return governor !== null && noun?.kind === 'field' && isMoment(noun.field) ? governor : null
}

/** "sales by region in 2025": the date of the sales, not of the regions. */
function measuredDatasets(building: Building): readonly Dataset[] {
  return building.draft.outputs
    .filter((each) => each.aggregate !== null && each.noun !== null)
    .map((each) => datasetOf(building, each.noun))
}

/** "top 5 customers by sales this year", "who spent the most in 2025": the date of the sales. */
function rankedDatasets(building: Building): readonly Dataset[] {
  return building.draft.conditions
    .filter(
      (each) =>
        each.amount !== null &&
        (each.chunk.operator === 'top' || isSummed(each) || ranksByRevenue(each) || ranksByTotal(each)),
    )
    .flatMap((each) => {
      if (!isSummed(each)) return [datasetOf(building, each.amount?.noun ?? null)]
      const built = each.amount === null ? null : buildAmount(building, each.amount, each.governor)
      return built?.isAggregate === true ? [built.dataset] : []
    })
}

/** "who made more than 3 visits in May": the date of the visits. */
function countedBefore(building: Building, { chunk, clause }: ConditionDraft): readonly Dataset[] {
  return building.draft.conditions
    .filter((each) => each.clause === clause && each.chunk.start < chunk.start)
    .filter((each) => each.kind === 'quantity' || (each.kind === 'compare' && isTotal(building, each)))
    .flatMap((each) => (each.amount?.noun ? [datasetOf(building, each.amount.noun)] : []))
}

function isTotal(building: Building, draft: ConditionDraft): boolean {
  const { amount, governor } = draft
  if (amount === null || amount.noun === null) return false
  return (
    isRevenue(amount.noun.chunk) ||
    buildAmount(building, amount, governor, limitOf(draft))?.isAggregate === true
  )
}

function ranksByRevenue({ kind, amount }: ConditionDraft): boolean {
  return kind === 'superlative' && amount !== null && amount.noun !== null && isRevenue(amount.noun.chunk)
}

function isSummed({ amount }: ConditionDraft): boolean {
  return amount?.noun === null && amount.adjective?.sums === true
}

function used(building: Building): Dataset[] {
  return [...building.resolution.nouns.values()].flatMap((each) =>
    each.kind === 'metric' ? [] : [each.dataset],
  )
}
