import type { Condition, Dataset, Ontology } from '@quipu/query'
import { isPeople, nameFields } from '../lexicon/dataset-fields.ts'
import { keyOf, type Building } from './builder.ts'
import type { BuiltOutput } from './outputs.ts'

/** The dataset whose rows these are too, where a field of them refers to another row each: a `rower` is a `person`. */
function sameThing({ name, fields, rows }: Dataset, { datasets, relationships }: Ontology): Dataset | null {
  const links = relationships.filter(
    ({ from, to, fromFields }) =>
      from === name &&
      to !== name &&
      fromFields.length === 1 &&
      fields.some((each) => each.name === fromFields[0] && rows > 0 && each.statistics.distinct >= rows),
  )
  const [link, ...others] = links
  return link === undefined || others.length > 0
    ? null
    : (datasets.find((each) => each.name === link.to) ?? null)
}

/** People without a name of their own, whose name is that of the person they are. */
export function namedElsewhere(owner: Dataset, ontology: Ontology): Dataset | null {
  const hasName = owner.fields.some(({ label }) => /\bname$/i.test(label))
  const other = hasName || !isPeople(owner) ? null : sameThing(owner, ontology)
  return other !== null && isPeople(other) && nameFields(other).some(({ label }) => /\bname$/i.test(label))
    ? other
    : null
}

/** "the average age of all rowers" where the age is that of the person: only of persons who are rowers. */
export function onlyThese(building: Building, outputs: readonly BuiltOutput[]): readonly Condition[] {
  const { subject, ontology } = building
  const other = sameThing(subject, ontology)
  const isOfOther =
    outputs.length > 0 && outputs.every(({ isAggregate, dataset }) => isAggregate && dataset === other)
  return isOfOther ? [{ kind: 'not', of: { kind: 'null', of: keyOf(subject) } }] : []
}
