import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology, type Query } from '@quipu/query'
import {
  completeQuery,
  interpretQuestion,
  QueryError,
  readQuery,
  writeQuery,
  type ReadingContext,
} from '@quipu/reading'
import { readQuestions, setsFolder } from './ask-sets.ts'
import { predict } from './answer-in-process.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Writes every reading of a SQLite set in the query language and parses it again; lists the differences:
 *   npx node modules/data-agent/measure/round-trip.ts [--set spider-train] [--n 1000000] [--show 10]
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    n: { type: 'string', default: '1000000' },
    show: { type: 'string', default: '10' },
  },
})

const now = new Date('2026-11-15T12:00:00Z')
const context: ReadingContext = {
  now,
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: true,
  previous: null,
}
const folder = join(setsFolder(), args.set)
const ontologies = new Map<string, Ontology>()
let [readings, same, refused, completed, shown] = [0, 0, 0, 0, 0]
const reasons = new Map<string, number>()
for (const { id, db, question } of readQuestions(join(folder, 'questions.json')).slice(0, Number(args.n))) {
  const file = join(folder, 'databases', `${db}.sqlite`)
  const ontology = ontologies.get(db) ?? (await ontologyOf(db, { kind: 'sqlite', file }, 'v3'))
  ontologies.set(db, ontology)
  const chosen = predict(id, question, ontology, now).reading
  const queries = [
    ...(chosen === null ? [] : [chosen.query]),
    ...interpretQuestion(question, ontology, context).candidates.map((one) => one.query),
  ]
  for (const query of queries) {
    if ('status' in planJoins(query, ontology)) continue
    readings += 1
    const whole = completeQuery(query, ontology)
    const written = writeQuery(whole, ontology)
    if (whole !== query) completed += 1
    if (sqlOf(whole, ontology) !== sqlOf(query, ontology)) tell(id, 'other SQL', written, sqlOf(query, ontology), sqlOf(whole, ontology)) // prettier-ignore
    try {
      const read = readQuery(JSON.parse(JSON.stringify(written)), ontology, { now, timeZone: 'UTC' })
      if (JSON.stringify(sorted(read)) === JSON.stringify(sorted(whole))) same += 1
      else tell(id, 'differs', written, whole, read)
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      refused += 1
      const reason = error.reason.replaceAll(/"[^"]*"|\S+\.\S+/g, '…')
      tell(id, `${error.path}: ${error.reason}`, written)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
  }
}
console.log([...reasons].map(([reason, count]) => `${count} ${reason}`).join('\n'))
console.log(
  `${readings} readings (${completed} completed first): ${same} the same, ${refused} refused, ${readings - same - refused} differ`,
)

function tell(id: string, why: string, ...values: readonly unknown[]): void {
  if (shown++ >= Number(args.show)) return
  console.log(id, why, ...values.map((one) => JSON.stringify(one)))
}

function sqlOf(query: Query, ontology: Ontology): string {
  const plan = planJoins(query, ontology)
  return 'status' in plan ? plan.reason : buildSql(query, plan, ontology, { now, timeZone: 'UTC' }).inlined
}

/** Keys in the same order, and without those that are undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)])) // prettier-ignore
}
