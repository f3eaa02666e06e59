import { parseArgs } from 'node:util'
import { isWarnedAfter, predict, type Prediction } from './answer-in-process.ts'
import { businessSet, type BusinessData, type BusinessQuestion } from './business/business-set.ts'
import { sameRows } from './compare-rows.ts'

/**
 * The outcomes of the business questions in `business/`, without the checks of their rows:
 *   npx node modules/data-agent/measure/measure-business.ts [--db gym] [--show "wrong silently"]
 */
const { values: args } = parseArgs({
  options: { db: { type: 'string', multiple: true }, show: { type: 'string', multiple: true } },
})
const outcomes = [
  'right',
  'rightly refused',
  'wrong silently',
  'wrong with warning',
  'refused',
  'asked',
] as const
type Outcome = (typeof outcomes)[number]

const all: Outcome[] = []
console.log(`| Set | Questions | ${outcomes.join(' | ')} |\n|---|---|${'---|'.repeat(outcomes.length)}`)
for await (const data of businessSet()) {
  using held = data
  if (args.db !== undefined && !args.db.includes(held.name)) continue
  const found = held.questions.map((question) => judge(question, held))
  all.push(...found)
  console.log(row(held.name, found))
}
console.log(row('all', all))

function judge(asked: BusinessQuestion, { name, ontology, database }: BusinessData): Outcome {
  const prediction = predict(name, asked.question, ontology, new Date('2026-11-15T12:00:00Z'))
  const outcome = outcomeOf(prediction, asked, database, ontology)
  if (args.show?.includes(outcome) === true) show(asked.question, outcome, prediction)
  return outcome
}

function outcomeOf(
  prediction: Prediction,
  { question, sql: gold, others = [] }: BusinessQuestion,
  database: BusinessData['database'],
  ontology: BusinessData['ontology'],
): Outcome {
  const { status, sql } = prediction
  if (status === 'clarification') return 'asked'
  if (status !== 'answered' || sql === null) return gold === null ? 'rightly refused' : 'refused'
  const run = (one: string): unknown[][] => {
    const statement = database.prepare(one)
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return statement.all() as unknown as unknown[][]
  }
  const golds = gold === null ? [] : [gold, ...others]
  if (golds.some((one) => sameRows(run(one), run(sql), false, true))) return 'right'
  return isWarnedAfter(prediction, question, run(sql), ontology) ? 'wrong with warning' : 'wrong silently'
}

function row(name: string, found: readonly Outcome[]): string {
  const counts = outcomes.map((one) => found.filter((each) => each === one).length)
  return `| ${name} | ${found.length} | ${counts.join(' | ')} |`
}

function show(question: string, outcome: Outcome, { reading, why, sql }: Prediction): void {
  console.log(`[${outcome}] ${reading?.confidence.toFixed(2) ?? ''} ${question}`)
  if (reading !== null) console.log(`    ${reading.restatement} [${reading.unmatched.join(', ')}]`)
  for (const { says, changesNumbers } of reading?.assumptions ?? [])
    console.log(`    ${changesNumbers ? '!' : '·'} ${says}`)
  if (why !== null) console.log(`    ${why}`)
  else if (reading === null) console.log(`    ${sql}`)
}
