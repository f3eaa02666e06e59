import type { Condition, Dataset, Expression, FieldRef, Ontology, Query } from '@quipu/query'
import { emptyQuery, field as fieldOf } from './interpret/builder.ts'
import { mapped } from './interpret/mapped.ts'
import { isPeople, nameFields } from './lexicon/dataset-fields.ts'
import type { Plan } from './plan/plan.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { renewed } from './several/renewed.ts'

/** Groups of which some are parts of others: each refers to the one above it. */
interface Tree {
  readonly dataset: Dataset
  readonly name: FieldRef
  readonly key: FieldRef
  readonly above: FieldRef
}

/**
 * "Sales of furniture", where sofas and chairs are groups of furniture: what is in a group below is in the group too. Rows that are listed
 * themselves stay as they are.
 */
export function withGroupsBelow(plan: Plan, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const trees = treesOf(ontology)
  if (trees.length === 0) return plan
  const [first, ...rest] = plan.readings
  const made = (one: Reading): Reading => withBelow(one, trees, ontology)
  return { ...plan, readings: [made(first), ...rest.map(made)] }
}

function withBelow(reading: Reading, trees: readonly Tree[], ontology: Ontology): Reading {
  const { query } = reading
  const open = trees.filter(
    ({ dataset }) =>
      query.subject !== dataset.name && !query.appearances.some((one) => one.dataset === dataset.name),
  )
  const notes = new Map<string, Assumption>()
  const whole = mapped(query, (part) => {
    const found = open.flatMap((tree) => (isNamed(part, tree) ? [{ tree, part }] : []))
    const [only] = found
    if (only === undefined) return part
    const { dataset } = only.tree
    const says = `${dataset.label} include those that are below them.`
    notes.set(dataset.name, { about: 'what counts', says, changesNumbers: false })
    return orBelow(only.part, only.tree, levels)
  })
  return notes.size === 0 ? reading : (renewed(reading, whole, [...notes.values()], ontology) ?? reading)
}

/** Deeper groups are rare, and each level makes the query longer. */
const levels = 2

type Named = Extract<Condition, { kind: 'compare' | 'in' }>

function isNamed(part: object, { name }: Tree): part is Named {
  const one = part as Partial<Named>
  if (one.kind === 'in') return one.of !== undefined && isSame(one.of, name)
  return (
    one.kind === 'compare' &&
    one.operator === '=' &&
    one.left !== undefined &&
    isSame(one.left, name) &&
    one.right?.kind === 'literal'
  )
}

function isSame(one: Expression, name: FieldRef): boolean {
  return (
    one.kind === 'field' &&
    one.dataset === name.dataset &&
    one.field === name.field &&
    (one.as === undefined || one.as === null)
  )
}

function orBelow(named: Condition, tree: Tree, depth: number): Condition {
  if (depth === 0) return named
  const above: Query = {
    ...emptyQuery(tree.dataset),
    outputs: [{ expression: tree.key, label: '' }],
    where: orBelow(named, tree, depth - 1),
  }
  return { kind: 'or', of: [named, { kind: 'member', of: tree.above, query: above }] }
}

/** Named things that refer to others of their kind as what they are a part of. Who reports to whom is another matter. */
function treesOf({ datasets, relationships }: Ontology): readonly Tree[] {
  return relationships.flatMap(({ from, to, fromFields }) => {
    const dataset = from === to ? datasets.find((each) => each.name === from && !each.isHidden) : undefined
    const [link, ...links] = fromFields
    const [key, ...keys] = dataset?.primaryKey ?? []
    if (dataset === undefined || isPeople(dataset) || links.length > 0 || keys.length > 0) return []
    const [name, ...more] = nameFields(dataset)
    const own = dataset.fields.find((one) => one.name === key)
    const above = dataset.fields.find((one) => one.name === link)
    const isPart = above !== undefined && partOf.test(above.name)
    if (name === undefined || more.length > 0 || name.type !== 'text' || own === undefined || !isPart)
      return []
    return [
      {
        dataset,
        name: fieldOf(dataset, name),
        key: fieldOf(dataset, own),
        above: fieldOf(dataset, above),
      },
    ]
  })
}

const partOf = /(?:^|_)(?:parent|upper|super|main|part_of|belongs_to|under)(?:_|$)|^parent/i
