import { completeQuery, judgeResult, writeQuery, type Plan, type Reading } from '@quipu/reading'
import type { JoinPlan, Ontology } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { ShownAssumption } from '../answer.ts'
import type { Verification } from '../artifacts.ts'
import { nearReadings, rivalOf } from '../assumptions.ts'

interface Executed {
  readonly question: string
  readonly plan: Plan
  /** The reading that was tried first: it is no other meaning where its date was mended. */
  readonly first: Reading | null
  readonly prepared: { readonly reading: Reading | null; readonly joins: JoinPlan | null }
  readonly result: ResultSet
  readonly verification: Verification
  readonly ontology: Ontology
}

interface Judged {
  readonly reading: Reading | null
  readonly assumptions: readonly ShownAssumption[]
  /** 0 to 1. */
  readonly confidence: number
}

/** How sure an answer is when its rows are there and checked, and what it warns of. */
export function judged({
  question,
  plan,
  first,
  prepared,
  result,
  verification,
  ontology,
}: Executed): Judged {
  const { reading, joins } = prepared
  if (reading === null || plan.status === 'verified' || plan.status === 'cannot_answer')
    return { reading, assumptions: [], confidence: checked(reading?.confidence ?? 1, verification) }
  const others = plan.readings.filter((one) => one !== first || one === reading)
  const rival = rivalOf(reading, others)
  const hasCaveat = verification.caveats.length > 0
  const found = judgeResult({ question, reading, rows: result.rows, rival, hasCaveat }, ontology)
  const near = nearReadings(reading, rival, joins, ({ query }) =>
    writeQuery(completeQuery(query, ontology), ontology),
  )
  const said = near.map((one) =>
    found.isSure && one.isEstimated === true ? { ...one, changesNumbers: false } : one,
  )
  return {
    reading: found.reading,
    assumptions: [...found.reading.assumptions, ...said],
    confidence: checked(found.reading.confidence, verification),
  }
}

/** At most a half where a check finds the figures wrong. */
function checked(confidence: number, { checks }: Verification): number {
  return checks.some(({ status }) => status === 'failed') ? Math.min(confidence, 0.5) : confidence
}
