import type { Dataset } from '../../ontology/ontology.ts'
import { isTakings } from '../grammar/chunk-kind.ts'
import type { ConditionDraft } from '../grammar/draft.ts'
import type { Comparison } from '../logical-form.ts'
import { buildAmount } from './amounts.ts'
import { datasetOf, resolved, type Building } from './builder.ts'
import { isMoment } from './dataset-fields.ts'
import { nothing, type Piece } from './piece.ts'
import { mainMoment, timeCondition } from './time-condition.ts'

export function timePiece(building: Building, draft: ConditionDraft): Piece | null {
  if (draft.operand?.kind !== 'time') return null
  const noun = resolved(building, draft.amount?.noun ?? null)
  const said = noun === null || noun.kind === 'metric' ? datasetOf(building, draft.governor) : noun.dataset
  const measured =
    noun !== null
      ? []
      : draft.governor?.role === 'group'
        ? [...measuredDatasets(building), building.subject]
        : [...rankedDatasets(building), ...countedBefore(building, draft)]
  const homes = [...measured, said, building.subject, ...used(building)]
  const isDated = (each: Dataset): boolean => mainMoment(each) !== null
  const owner =
    measured.find(isDated) ?? datedBy(building, measured) ?? homes.find(isDated) ?? datedBy(building, homes)
  const one =
    noun?.kind === 'field' && isMoment(noun.field)
      ? noun.field
      : owner === undefined
        ? null
        : mainMoment(owner)
  const home = noun?.kind === 'field' && isMoment(noun.field) ? noun.dataset : owner
  if (one === null || home === undefined) return null
  const operator =
    typeof draft.operator === 'string' && /^[<>=!]/.test(draft.operator)
      ? (draft.operator as Comparison)
      : '='
  const condition = timeCondition(home, one, draft.operand.time, operator)
  if (condition === null) return null
  return { ...nothing, draft, where: draft.negated ? { kind: 'not', of: condition } : condition }
}

/** The nearest thing with a moment that each row belongs to: the order of an order line. */
function datedBy(building: Building, homes: readonly Dataset[]): Dataset | undefined {
  const dated = building.ontology.datasets.filter((each) => !each.isHidden && mainMoment(each) !== null)
  const near = homes.flatMap((home) =>
    dated.flatMap((each) => {
      const road = building.roads.between(home.name, each.name)
      return road?.toOne === true ? [{ each, length: road.length }] : []
    }),
  )
  return near.toSorted((a, b) => a.length - b.length)[0]?.each
}

/** "sales by region in 2025": when the sales were, not the regions. */
function measuredDatasets(building: Building): readonly Dataset[] {
  return building.draft.outputs
    .filter((each) => each.aggregate !== null && each.noun !== null)
    .map((each) => datasetOf(building, each.noun))
}

/** "top 5 customers by sales this year", "who spent the most in 2025": when the sales were. */
function rankedDatasets(building: Building): readonly Dataset[] {
  return building.draft.conditions
    .filter((each) => each.amount !== null && (each.chunk.operator === 'top' || isSummed(each)))
    .flatMap((each) => {
      if (!isSummed(each)) return [datasetOf(building, each.amount?.noun ?? null)]
      const built = each.amount === null ? null : buildAmount(building, each.amount, each.governor)
      return built?.isAggregate === true ? [built.dataset] : []
    })
}

/** "who made more than 3 visits in May": when the visits were. */
function countedBefore(building: Building, { chunk, clause }: ConditionDraft): readonly Dataset[] {
  return building.draft.conditions
    .filter((each) => each.clause === clause && each.chunk.start < chunk.start)
    .filter(
      ({ kind, amount }) =>
        kind === 'quantity' || (kind === 'compare' && amount?.noun && isTakings(amount.noun.chunk)),
    )
    .flatMap((each) => (each.amount?.noun ? [datasetOf(building, each.amount.noun)] : []))
}

function isSummed({ amount }: ConditionDraft): boolean {
  return amount?.noun === null && amount.adjective?.sums === true
}

function used(building: Building): Dataset[] {
  return [...building.resolution.nouns.values()].flatMap((each) =>
    each.kind === 'metric' ? [] : [each.dataset],
  )
}
