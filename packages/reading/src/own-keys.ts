import type { FieldRef, Ontology, Query, Relationship } from '@quipu/query'
import { mapped } from './interpret/mapped.ts'
import type { Plan } from './plan/plan.ts'
import type { Reading } from './plan/reading.ts'
import { renewed } from './several/renewed.ts'

/** Rows that hold the name by which they are divided need no other rows for it, which may not have all of these names. */
export function withOwnKeys(plan: Plan, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  return { ...plan, readings: [onOwnKeys(first, ontology), ...rest] }
}

function onOwnKeys(reading: Reading, ontology: Ontology): Reading {
  const { query } = reading
  if (query.groupBy.length === 0 || query.combine !== null || query.keepUnmatched) return reading
  if (query.appearances.length > 0) return reading
  for (const link of ontology.relationships) {
    if (!isLoose(link, query)) continue
    const [key, own] = [link.toFields[0], link.fromFields[0]]
    if (key === undefined || own === undefined || !isOnlyKey(link.to, key, query)) continue
    const replaced: Query = mapped(query, (part) =>
      isFieldOf(part, link.to) ? { ...part, dataset: link.from, field: own } : part,
    )
    return renewed(reading, replaced, [], ontology) ?? reading
  }
  return reading
}

/** An inferred reference of the rows that are counted or added up. */
function isLoose({ from, to, origin, toFields }: Relationship, { subject }: Query): boolean {
  return origin === 'inferred' && toFields.length === 1 && from === subject && to !== subject
}

/** Whether the query looks at the dataset for nothing else. */
function isOnlyKey(dataset: string, key: string, query: Query): boolean {
  let count = 0
  let isOther = false
  mapped(query, (part) => {
    if (isFieldOf(part, dataset)) {
      count += 1
      isOther ||= part.field !== key
    } else if (namesDataset(part, dataset)) isOther = true
    return part
  })
  return count > 0 && !isOther
}

/** Rows that are counted, or a query of its own over them. */
function namesDataset(part: object, name: string): boolean {
  return ('dataset' in part && part.dataset === name) || ('subject' in part && part.subject === name)
}

function isFieldOf(part: object, dataset: string): part is FieldRef {
  return 'kind' in part && part.kind === 'field' && 'dataset' in part && part.dataset === dataset
}
