import type { Ontology } from '@quipu/query'
import { isOfAgreed, tookPlace, withoutHeld } from '../frames/held-rows.ts'
import { readingOf } from '../frames/read-frame.ts'
import { and } from '../interpret/builder.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'

/** "how many orders did we get this year and how many of them were returned": all of them, and those that are so. */
export function readPartOfCounted(
  question: string,
  ontology: Ontology,
  read: (main: string) => Plan,
): Plan | null {
  const found = parted.exec(question.trim().replace(/\s*[?!.]+$/, ''))
  const [, main = '', part = ''] = found ?? []
  const all = found === null ? null : readingIn(read(main))
  const [counted, ...more] = all?.frame?.measures ?? []
  if (all?.frame === undefined || counted?.kind !== 'count' || more.length > 0) return null
  const dataset = ontology.datasets.find(({ name }) => name === counted.dataset)
  const some = dataset === undefined ? null : readingIn(read(`how many ${dataset.label} ${part}`))
  const [same, ...others] = some?.frame?.measures ?? []
  if (some?.frame === undefined || same?.kind !== 'count' || others.length > 0) return null
  const { filters, groups, time } = some.frame
  // "how many are open and how many are closed": each has one state, so the second are no part of the first.
  if (filters.some(({ key }) => all.frame?.filters.some((each) => each.key === key))) return null
  // "and how many were cancelled": then all of them are those that were agreed.
  const agreed = isOfAgreed(question) ? withoutHeld(all.frame) : null
  const condition = and(filters.map((one) => one.condition))
  if (same.dataset !== counted.dataset || condition === null || groups.length > 0 || time !== null)
    return null
  const slot = { kind: 'rate', dataset: counted.dataset, condition, of: 'count' } as const
  const made = readingOf({ ...(agreed ?? all.frame), measures: [counted, slot] }, question, ontology)
  if (made === null) return null
  const confidence = Math.min(all.confidence, some.confidence)
  const said = all.assumptions.filter(({ about }) => agreed === null || about !== tookPlace)
  const assumptions = [...said, ...some.assumptions.filter(({ changesNumbers }) => changesNumbers)]
  return { status: 'readings', readings: [{ ...made, confidence, assumptions }] }
}

const parted =
  /^(how many .+?),? (?:and|but) how many (?:of (?:them|those|these)|(?=(?:were|was|are|have|has|had|did)\b))\s*(.+)$/iu

function readingIn(plan: Plan): Reading | null {
  return plan.status === 'readings' ? plan.readings[0] : null
}
