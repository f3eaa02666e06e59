import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { QueryError, readQuery } from '@quipu/reading'
import { readQuestions, setsFolder, type AskQuestion } from './ask-sets.ts'
import { sameRows } from './compare-rows.ts'
import { translate } from './gold/translate.ts'
import { Unsayable } from './gold/tree.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * How many gold queries of a SQLite set can be said in the query language and give the gold result:
 *   npx node modules/data-agent/measure/say-gold.ts [--set spider-train] [--n 1000000] [--show 10] [--why TEXT] [--id ID]
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    n: { type: 'string', default: '1000000' },
    show: { type: 'string', default: '0' },
    why: { type: 'string', default: '' },
    id: { type: 'string' },
  },
})
const now = new Date('2026-11-15T12:00:00Z')
const folder = join(setsFolder(), args.set)
const ontologies = new Map<string, Ontology>()
const open = new Map<string, DatabaseSync>()
const reasons = new Map<string, number>()
let [all, said, shown] = [0, 0, 0]
const questions = readQuestions(join(folder, 'questions.json')).filter(({ id }) => args.id === undefined || id.endsWith(args.id)) // prettier-ignore
const step = Math.max(1, questions.length / Number(args.n))
for (let at = 0; at < questions.length; at += step) {
  const question = questions[Math.floor(at)]
  if (question === undefined) continue
  all += 1
  const file = join(folder, 'databases', `${question.db}.sqlite`)
  const ontology =
    ontologies.get(question.db) ?? (await ontologyOf(question.db, { kind: 'sqlite', file }, 'v3'))
  ontologies.set(question.db, ontology)
  const database = open.get(question.db) ?? new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true }) // prettier-ignore
  open.set(question.db, database)
  const { why, detail } = judge(question, ontology, database)
  if (why === null) said += 1
  else reasons.set(why, (reasons.get(why) ?? 0) + 1)
  if (why !== null && why.includes(args.why) && shown++ < Number(args.show))
    console.log(`\n${question.id} ${question.db} [${why}]\n  G ${question.sql ?? ''}\n  ${detail}`)
}
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1])) console.log(`${count} ${reason}`)
console.log(`${all} gold queries: ${said} said with the gold result, ${((100 * said) / all).toFixed(1)} %`)

function judge(
  question: AskQuestion,
  ontology: Ontology,
  database: DatabaseSync,
): { why: string | null; detail: string } {
  let detail = ''
  try {
    const language = translate(question.sql ?? '', ontology)
    detail = JSON.stringify(language)
    const query = readQuery(JSON.parse(detail), ontology, { now, timeZone: 'UTC' })
    const plan = planJoins(query, ontology)
    if ('status' in plan) return { why: `not joined`, detail }
    const { inlined } = buildSql(query, plan, ontology, { now, timeZone: 'UTC' })
    detail += `\n  P ${inlined.replaceAll(/\s+/g, ' ')}`
    const [gold, rows] = [run(database, question.sql ?? ''), run(database, inlined)]
    if (sameRows(gold, rows, question.ordered === true)) return { why: null, detail }
    if (sameRows(gold, rows, false)) return { why: 'result: order of ties', detail }
    if (gold.length !== rows.length)
      return { why: gold.length > rows.length ? 'result: fewer rows' : 'result: more rows', detail }
    return { why: 'result: other values', detail }
  } catch (error) {
    if (error instanceof Unsayable) return { why: error.message, detail }
    if (error instanceof QueryError)
      return {
        why: `refused: ${error.reason.replaceAll(/"[^"]*"|\S+\.\S+/g, '…')}`,
        detail: `${detail}\n  ${error.message}`,
      }
    return { why: 'error', detail: `${detail}\n  ${error instanceof Error ? error.stack : String(error)}` }
  }
}

function run(database: DatabaseSync, sql: string): unknown[][] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  // setReturnArrays makes each row an array.
  return statement.all() as unknown as unknown[][]
}
