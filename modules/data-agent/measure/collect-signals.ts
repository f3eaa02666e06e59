import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { hasTrade, readQuestion, type Reading } from '@quipu/reading'
import type { Source } from '../src/sources/source.ts'
import { predict } from './answer-in-process.ts'
import { isHeldBack, readQuestions, setsFolder } from './ask-sets.ts'
import { comparing, contextAfter, withSet, type OpenSet, type Rows } from './business-folder.ts'
import { sameRows } from './compare-rows.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Writes for each answered question of business sets its signals and whether it was right, for `fit-estimate.ts`:
 *   npx node modules/data-agent/measure/collect-signals.ts FOLDER… --out FILE.jsonl [--as unseen] [--compare FILE.mjs]
 *   npx node modules/data-agent/measure/collect-signals.ts --public --out FILE.jsonl
 * `--public` takes the SQLite set, as written and as paraphrased, without the databases that are held back.
 * A folder has `generate.mjs` and `questions.json`, as the runner of the business bench wants them; `--compare` is its
 * `compare.mjs`. Sets are `unseen` only the first time, before anything is changed for them; later they are `mended`.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'signals.jsonl' },
    as: { type: 'string', default: 'unseen' },
    public: { type: 'boolean', default: false },
    compare: { type: 'string', default: '../shared/bench/business/compare.mjs' },
  },
})
const today = '2026-11-16'
const now = new Date(`${today}T12:00:00Z`)

const holds = await comparing(args.compare)

const lines: string[] = []
for (const folder of positionals) lines.push(...(await withSet(folder, today, collect)))
if (args.public) lines.push(...(await collectPublic()))
writeFileSync(args.out, lines.map((line) => `${line}\n`).join(''))

async function collect({ name, ontology, source, questions, wanted }: OpenSet): Promise<readonly string[]> {
  const answered = new Map<string, { readonly question: string; readonly reading: Reading }>()
  const found: string[] = []
  for (const asked of questions) {
    const { id, question, after, ordered = false, gold } = asked
    const previous = after === undefined ? null : (answered.get(after) ?? null)
    const plan = readQuestion(question, ontology, contextAfter(previous, now))
    if (plan.status !== 'readings') continue
    const [reading] = plan.readings
    answered.set(id, { question, reading })
    const rows = await rowsOf(reading, ontology, source)
    const isRight = gold.some((sql) => holds(wanted(sql), rows, { ordered, whole: true }))
    const isWarned = reading.assumptions.some(
      ({ about, changesNumbers }) => changesNumbers && about !== 'meaning of the question',
    )
    const isTrade = hasTrade(ontology)
    found.push(
      JSON.stringify({ db: name, set: args.as, isTrade, isRight, isWarned, signals: reading.signals ?? {} }),
    )
  }
  return found
}

async function rowsOf({ query }: Reading, ontology: Ontology, source: Source): Promise<Rows> {
  const joins = planJoins(query, ontology)
  if ('status' in joins) return []
  const { statement } = buildSql(query, joins, ontology, { now, timeZone: 'UTC' })
  const { rows } = await source.query(statement, { maxRows: 1000, signal: AbortSignal.timeout(60_000) })
  return rows
}

async function collectPublic(): Promise<readonly string[]> {
  const folder = join(setsFolder(), 'spider-train')
  const found: string[] = []
  const known = readQuestions(join(folder, 'questions.json')).filter(({ db }) => !isHeldBack(db))
  for (const [db, questions] of Map.groupBy(known, (one) => one.db)) {
    const file = join(folder, 'databases', `${db}.sqlite`)
    const ontology = await ontologyOf(db, { kind: 'sqlite', file }, 'v3')
    const isTrade = hasTrade(ontology)
    using database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
    const rows = (sql: string): unknown[][] => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      // setReturnArrays makes each row an array.
      return statement.all() as unknown as unknown[][]
    }
    for (const { id, question, paraphrase, sql: gold = '', ordered = false } of questions)
      for (const text of [question, ...(typeof paraphrase === 'string' ? [paraphrase] : [])]) {
        const { sql, reading, warned: isWarned } = predict(id, text, ontology, now)
        if (sql === null || reading?.signals === undefined) continue
        const isRight = sameRows(rows(gold), rows(sql), ordered)
        const { signals } = reading
        found.push(JSON.stringify({ db, set: 'public', isTrade, isRight, isWarned, signals }))
      }
  }
  return found
}
