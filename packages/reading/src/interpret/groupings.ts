import type { Dataset, Expression, Field, Ontology } from '@quipu/query'
import { fiscalOf } from '../time/fiscal-start.ts'
import type { Mention } from '../grammar/draft.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { datasetOf, field, keyOf, resolved, type Building } from './builder.ts'
import { datedBy } from './dated-by.ts'
import { partOfField } from './part-of-time.ts'
import { verbMoment } from './verb-moment.ts'
import { mainMoment } from './time-condition.ts'
import { groupOutputs, same, type BuiltOutput } from './outputs.ts'

interface Grouping {
  readonly keys: readonly Expression[]
  readonly shown: readonly BuiltOutput[]
}

export function groupsOf(building: Building, outputs: readonly BuiltOutput[]): Grouping {
  const keys: Expression[] = []
  const shown: BuiltOutput[] = []
  for (const group of building.draft.groups) {
    if (group.time !== null) {
      const homes = [building.subject, ...outputs.map((each) => each.dataset)]
      const owner =
        homes.find((each) => verbMoment(building, each) !== null) ??
        homes.find((each) => mainMoment(each) !== null) ??
        datedBy(building, homes)
      const moment = owner === undefined ? null : (verbMoment(building, owner) ?? mainMoment(owner))
      if (owner === undefined || moment === null) {
        building.unused.push(group.time.words)
        continue
      }
      const expression = timeSplit(group.time, owner, moment, building.ontology)
      if (expression === null) {
        // Rows without a time of day have no hours.
        if (group.time.part?.part === 'hour') building.unused.push(group.time.words)
        continue
      }
      keys.push(expression)
      if (outputs.some((each) => same(each.expression, expression))) continue
      shown.push({
        expression,
        label: group.time.part?.part ?? group.time.unit ?? 'time',
        isAggregate: false,
        draft: null,
        dataset: owner,
      })
      continue
    }
    if (group.noun === null || isOwnRow(building, group.noun, outputs)) continue
    const made = groupOutputs(building, group.noun)
    keys.push(...made.keys)
    const owner = datasetOf(building, group.noun)
    const isThing = resolved(building, group.noun)?.kind === 'dataset'
    const already = outputs.some(
      (each) =>
        !each.isAggregate &&
        (isThing
          ? each.dataset === owner || refersTo(building, each, owner, outputs)
          : made.shown.some((one) => same(one.expression, each.expression))),
    )
    if (!already)
      shown.push(
        ...made.shown.filter((one) => !outputs.some((each) => same(each.expression, one.expression))),
      )
  }
  if (!outputs.some((each) => each.isAggregate))
    return {
      keys: [],
      shown:
        building.draft.groups.length > 0 && outputs.length > 0 && !isRankedWithin(building)
          ? shown.filter((each) => each.dataset !== building.subject)
          : shown,
    }
  return { keys, shown }
}

/** "the ids and hours of each game": the id that refers to the game says which one it is. */
function refersTo(
  { ontology }: Building,
  { expression, draft }: BuiltOutput,
  owner: Dataset,
  outputs: readonly BuiltOutput[],
): boolean {
  return (
    outputs.filter((each) => !each.isAggregate).length === 1 &&
    expression.kind === 'field' &&
    /\bids?$/i.test(draft?.noun?.chunk.text ?? '') &&
    ontology.relationships.some(
      ({ from, to, fromFields }) =>
        from === expression.dataset &&
        to === owner.name &&
        fromFields.length === 1 &&
        fromFields[0] === expression.field,
    )
  )
}

/** "for each city, the youngest patient": shows the city of each one. */
function isRankedWithin({ draft }: Building): boolean {
  return draft.conditions.some(({ kind }) => kind === 'superlative' || kind === 'frequent')
}

/** "average quantity per order line": over the lines themselves, without grouping by line. */
function isOwnRow(building: Building, group: Mention, outputs: readonly BuiltOutput[]): boolean {
  const noun = resolved(building, group)
  const measures = outputs.filter((each) => each.isAggregate)
  return (
    noun?.kind === 'dataset' &&
    measures.length > 0 &&
    measures.length === outputs.length &&
    measures.every(
      ({ expression, dataset: owner }) =>
        owner === noun.dataset && expression.kind === 'aggregate' && expression.function === 'avg',
    )
  )
}

/** By month, by weekday, by fiscal quarter. */
function timeSplit(
  { unit, part, isFiscal }: TimeMention,
  owner: Dataset,
  moment: Field,
  { calendar }: Ontology,
): Expression | null {
  const of = field(owner, moment)
  if (part !== null) return partOfField(owner, moment, part.part)
  if (unit === null || unit === 'minute') return null
  if (unit === 'hour') return partOfField(owner, moment, 'hour')
  if (moment.type === 'number' && unit === 'year') return of
  return { kind: 'period', unit, of, ...(isFiscal ? fiscalOf(calendar) : {}) }
}

/** Each row has only one partner, so counting partners per row means nothing. The outputs give the groups. */
function hasOne({ joinPaths, draft }: Building, home: Dataset, counted: Dataset): boolean {
  return (
    draft.outputs.some((each) => each.noun !== null) &&
    joinPaths.between(home.name, counted.name)?.toOne === true
  )
}

export function groupKeys(
  building: Building,
  by: Mention | null,
  counted: Dataset | null = null,
): readonly Expression[] {
  const home = by === null ? null : datasetOf(building, by)
  if (counted !== null && home !== null && counted !== home && hasOne(building, home, counted))
    return hasOne(building, building.subject, counted) ? [] : [keyOf(building.subject)]
  const isOwn =
    counted !== null && by !== null && datasetOf(building, by) === counted && counted !== building.subject
  const mention = (isOwn ? null : by) ?? building.draft.subject
  if (mention === null) return [keyOf(building.subject)]
  const noun = resolved(building, mention)
  if (noun?.kind === 'field' && mention.of !== null) return groupKeys(building, mention.of)
  return groupOutputs(building, mention).keys
}
