import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { QueryError, readQuery } from '@quipu/reading'
import { readQuestions, setsFolder, type AskQuestion } from './ask-sets.ts'
import { sameRows } from './compare-rows.ts'
import { alternativesOf } from './gold/alternatives.ts'
import { openGold, type GoldDatabase } from './gold/databases.ts'
import { translate } from './gold/translate.ts'
import { Unsayable } from './gold/tree.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Counts the gold queries of a set that can be written in the query language and give the gold result; the others by reason:
 *   npx node modules/data-agent/measure/say-gold.ts [--set spider-train] [--pg URL/PREFIX] [--n 1000000] [--show 10] [--why TEXT] [--id ID]
 * The databases of a PostgreSQL set must exist, each named PREFIX + NAME.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    pg: { type: 'string' },
    n: { type: 'string', default: '1000000' },
    show: { type: 'string', default: '0' },
    why: { type: 'string', default: '' },
    id: { type: 'string' },
  },
})

interface Verdict {
  /** Null if it could be written and the result is the gold one. */
  readonly why: string | null
  readonly detail: string
}

const now = new Date()
const folder = join(setsFolder(), args.set)
const open = new Map<string, { ontology: Ontology; database: GoldDatabase }>()
const reasons = new Map<string, number>()
let [all, said, shown] = [0, 0, 0]
const questions = readQuestions(join(folder, 'questions.json')).filter(
  ({ id }) => args.id === undefined || id.endsWith(args.id),
)
const step = Math.max(1, questions.length / Number(args.n))
for (let at = 0; at < questions.length; at += step) {
  const question = questions[Math.floor(at)]
  if (question === undefined) continue
  all += 1
  const { why, detail } = await judge(question)
  if (why === null) said += 1
  else reasons.set(why, (reasons.get(why) ?? 0) + 1)
  if (why !== null && why.includes(args.why) && shown++ < Number(args.show))
    console.log(
      `\n${question.id} ${question.db} [${why}]\n  G ${question.sql ?? question.gold ?? ''}\n  ${detail}`,
    )
}
for (const { database } of open.values()) await database.close()
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1])) console.log(`${count} ${reason}`)
console.log(`${all} gold queries: ${said} said with the gold result, ${((100 * said) / all).toFixed(1)} %`)

/** One of several gold queries is enough, as for the scorer of the set. */
async function judge(question: AskQuestion): Promise<Verdict> {
  const { ontology, database } = await opened(question.db)
  const golds = question.gold === undefined ? [question.sql ?? ''] : alternativesOf(question.gold)
  let first: Verdict | null = null
  for (const gold of golds) {
    const isOrdered = question.ordered ?? /order\s+by/i.test(gold)
    const verdict = await judgeOne(gold, isOrdered, ontology, database)
    if (verdict.why === null) return verdict
    first ??= verdict
  }
  return first ?? { why: 'no gold query', detail: '' }
}

async function judgeOne(
  gold: string,
  isOrdered: boolean,
  ontology: Ontology,
  database: GoldDatabase,
): Promise<Verdict> {
  let detail = ''
  try {
    detail = JSON.stringify(translate(gold, ontology))
    const query = readQuery(JSON.parse(detail), ontology, { now, timeZone: 'UTC' })
    const plan = planJoins(query, ontology)
    if ('status' in plan) return { why: 'not joined', detail }
    const { inlined } = buildSql(query, plan, ontology, { now, timeZone: 'UTC' })
    detail += `\n  P ${inlined.replaceAll(/\s+/g, ' ')}`
    const [wanted, rows] = [await database.run(gold), await database.run(inlined)]
    if (sameRows(wanted, rows, isOrdered)) return { why: null, detail }
    if (sameRows(wanted, rows, false)) return { why: 'result: order of ties', detail }
    if (wanted.length === rows.length) return { why: 'result: other values', detail }
    return { why: wanted.length > rows.length ? 'result: fewer rows' : 'result: more rows', detail }
  } catch (error) {
    if (error instanceof Unsayable) return { why: error.message, detail }
    if (!(error instanceof QueryError)) return { why: 'error', detail: `${detail}\n  ${String(error)}` }
    const why = `refused: ${error.reason.replaceAll(/"[^"]*"|\S+\.\S+/g, '…')}`
    return { why, detail: `${detail}\n  ${error.message}` }
  }
}

async function opened(name: string) {
  const known = open.get(name)
  if (known !== undefined) return known
  const isPostgres = args.pg !== undefined
  const url = `${args.pg ?? ''}${encodeURIComponent(name)}`
  const file = join(folder, 'databases', `${name}.sqlite`)
  const ontology = isPostgres
    ? await ontologyOf(`pg-${name}`, { kind: 'postgres', url }, null)
    : await ontologyOf(name, { kind: 'sqlite', file }, 'v3')
  const made = { ontology, database: await openGold(isPostgres ? { url } : { file }) }
  open.set(name, made)
  return made
}
