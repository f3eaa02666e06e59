import { planJoins, type Dataset, type Field, type FieldRef, type Ontology, type Query } from '@quipu/query'
import { momentOf } from './business/moments.ts'
import { figuresOf, homeOfFigure, placeOf } from './doubt/query-parts.ts'
import { joinPathsOf } from './interpret/join-paths.ts'
import { isMoment, visible } from './lexicon/dataset-fields.ts'
import { nameWords } from './lexicon/name-words.ts'
import type { Plan } from './plan/plan.ts'
import type { Assumption } from './plan/reading.ts'
import { renewed } from './several/renewed.ts'

/**
 * Where a question took its date or its groups from rows that nothing connects with what it counts ("party size per branch" by the branch
 * of purchases): by the column of the same name, or of the same values, that the counted rows have themselves. The answer says so.
 */
export function withOwnColumns(plan: Plan, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  const { query } = first
  const [figure] = figuresOf(query)
  const home = figure === undefined ? null : homeOfFigure(figure, ontology)
  if (home === null || !('status' in planJoins(query, ontology))) return plan
  const made = onOwnColumns(query, home, ontology)
  if (made === null) return plan
  const { frame: _, ...reading } = first
  const changed = renewed(reading, made.query, made.notes, ontology)
  return changed === null ? plan : { ...plan, readings: [changed, ...rest] }
}

function onOwnColumns(
  query: Query,
  home: string,
  ontology: Ontology,
): { readonly query: Query; readonly notes: readonly Assumption[] } | null {
  const says = new Set<string>()
  let isLost = false
  const paths = joinPathsOf(ontology)
  const changed: unknown = JSON.parse(JSON.stringify(query), (_key, value: unknown): unknown => {
    if (!isFieldRef(value) || value.dataset === home || paths.between(home, value.dataset)?.toOne === true)
      return value
    const own = ownColumn(value, home, ontology)
    if (own === null) isLost = true
    else says.add(`${labelOf(own, ontology)} is that of ${datasetOf(home, ontology)?.label ?? home}.`)
    return own ?? value
  })
  if (isLost || says.size === 0) return null
  const notes = [...says].map((one) => ({ about: 'which column', says: one, changesNumbers: true }))
  // Safe: only references to fields were replaced by others.
  return { query: { ...(changed as Query), subject: home }, notes }
}

function isFieldRef(value: unknown): value is FieldRef {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'field'
}

function ownColumn(ref: FieldRef, home: string, ontology: Ontology): FieldRef | null {
  const place = placeOf(ref, ontology)
  if (place === null || ref.as !== undefined) return null
  if (isMoment(place.field)) return momentOf(home, ontology)
  const own = datasetOf(home, ontology)
  const fields = own === undefined ? [] : visible(own).filter(({ role }) => role === place.field.role)
  const named = fields.filter(
    ({ label }) => nameWords(label).join(' ') === nameWords(place.field.label).join(' '),
  )
  const alike = named.length > 0 ? named : fields.filter((one) => hasSameValues(one, place.field))
  const [only, ...more] = alike
  return only === undefined || more.length > 0 ? null : { kind: 'field', dataset: home, field: only.name }
}

/** The few values of both are the same, such as the names of two branches. */
function hasSameValues(one: Field, other: Field): boolean {
  const [left, right] = [one, other].map(
    ({ sample }) => new Set(sample.map((value) => value.trim().toLowerCase())),
  )
  return (
    left !== undefined &&
    left.size > 1 &&
    left.size === right?.size &&
    [...left].every((value) => right.has(value))
  )
}

function datasetOf(name: string, { datasets }: Ontology): Dataset | undefined {
  return datasets.find((each) => each.name === name)
}

function labelOf({ field, dataset }: FieldRef, ontology: Ontology): string {
  return datasetOf(dataset, ontology)?.fields.find(({ name }) => name === field)?.label ?? field
}
