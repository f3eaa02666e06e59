import { visibleText } from '@quipu/query'
import type { Condition, Expression, JoinPlan, Ontology, Query } from '@quipu/query'
import { fieldsIn } from '../query-facts.ts'
import { Level } from './level.ts'
import { wrong } from './prober.ts'
import type { Finding } from './prober.ts'

/** A doubt about a file is a caveat of every answer that uses it. */
export function checkDoubts(joins: JoinPlan | null, ontology: Ontology): readonly Finding[] {
  const says = new Set<string>()
  for (const [query, tree] of joins?.trees ?? []) {
    const level = new Level(query, tree, ontology)
    for (const appearance of [tree.root, ...tree.joins.map(({ right }) => right)]) {
      const { label, reading } = level.dataset(appearance)
      for (const doubt of reading?.doubts ?? []) says.add(`${visibleText(label)}: ${visibleText(doubt)}.`)
    }
    for (const [appearance, name] of fieldsUsed(level)) {
      const { label, reading } = level.field(appearance, name)
      for (const doubt of reading?.doubts ?? []) says.add(`${visibleText(label)}: ${visibleText(doubt)}.`)
    }
  }
  return [...says].map((doubt) => wrong('doubtful-data', 'warning', doubt))
}

function fieldsUsed({ query, tree, ontology }: Level): readonly (readonly [string, string])[] {
  const named = partsOf(query)
    .flatMap((part) => fieldsIn(part, ontology))
    .map(({ dataset, as, field }) => [as ?? dataset, field] as const)
  const joined = tree.joins.flatMap((join) => {
    const relationship = ontology.relationships.find(({ name }) => name === join.relationship)
    if (relationship === undefined) return []
    const isForward = relationship.to === join.rightDataset
    const [left, right] = isForward
      ? [relationship.fromFields, relationship.toFields]
      : [relationship.toFields, relationship.fromFields]
    return [
      ...left.map((field) => [join.left, field] as const),
      ...right.map((field) => [join.right, field] as const),
    ]
  })
  return [...named, ...joined]
}

function partsOf(query: Query): readonly (Expression | Condition)[] {
  const { outputs, where, groupBy, having, orderBy } = query
  const expressions = [...outputs, ...orderBy].map(({ expression }) => expression)
  return [...expressions, ...groupBy, ...[where, having].filter((condition) => condition !== null)]
}
