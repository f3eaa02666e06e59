import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { readQuestion, type Reading, type ReadingContext } from '@quipu/reading'
import { introspect } from '../src/ontology/introspect.ts'
import { proposeMetrics } from '../src/ontology/propose-metrics.ts'
import { openSource } from '../src/sources/opening/open-source.ts'
import { SourceRoots } from '../src/sources/source-roots.ts'

/**
 * Writes for each answered question of business sets its signals and whether it was right, for `fit-estimate.ts`:
 *   npx node modules/data-agent/measure/collect-signals.ts FOLDER… --out FILE.jsonl [--as unseen] [--compare FILE.mjs]
 * A folder has `generate.mjs` and `questions.json`, as the runner of the business bench wants them; `--compare` is its
 * `compare.mjs`. Sets are `unseen` only the first time, before anything is changed for them; later they are `mended`.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'signals.jsonl' },
    as: { type: 'string', default: 'unseen' },
    compare: { type: 'string', default: '../shared/bench/business/compare.mjs' },
  },
})
const today = '2026-11-16'
const now = new Date(`${today}T12:00:00Z`)

interface Question {
  readonly id: string
  readonly question: string
  readonly after?: string
  readonly ordered?: boolean
  readonly gold: readonly string[]
}
type Rows = readonly (readonly unknown[])[]
// The modules of a set are outside of the project; their shapes are in its README.
const { holds } = (await import(pathToFileURL(resolve(args.compare)).href)) as {
  holds: (wanted: Rows, given: Rows, how: { ordered: boolean; whole: boolean }) => boolean
}

const lines: string[] = []
for (const folder of positionals) lines.push(...(await collect(resolve(folder))))
writeFileSync(args.out, lines.map((line) => `${line}\n`).join(''))

async function collect(folder: string): Promise<readonly string[]> {
  const data = mkdtempSync(join(tmpdir(), 'quipu-signals-'))
  try {
    const made = (await import(pathToFileURL(join(folder, 'generate.mjs')).href)) as {
      generate: (out: string, today: string) => Promise<void>
    }
    await made.generate(data, today)
    return await collectFrom(data, folder)
  } finally {
    rmSync(data, { recursive: true })
  }
}

async function collectFrom(data: string, folder: string): Promise<readonly string[]> {
  const csv = join(data, 'csv')
  const settings = existsSync(csv)
    ? { kind: 'files' as const, paths: [csv] }
    : { kind: 'sqlite' as const, file: join(data, 'data.sqlite') }
  await using source = await openSource(settings, { roots: new SourceRoots({ roots: [data] }) })
  const { values, ...rest } = await introspect(source, { signal: AbortSignal.timeout(240_000) })
  const name = basename(folder)
  const ontology = proposeMetrics({ ...rest, id: name, name, description: null, values })
  const truth = new DatabaseSync(join(data, 'truth.sqlite'), { readOnly: true })
  const answered = new Map<string, { readonly question: string; readonly reading: Reading }>()
  const found: string[] = []
  const questions = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as readonly Question[]
  for (const asked of questions) {
    const { id, question, after, ordered = false, gold } = asked
    const previous = after === undefined ? null : (answered.get(after) ?? null)
    const plan = readQuestion(question, ontology, contextAfter(previous))
    if (plan.status !== 'readings') continue
    const [reading] = plan.readings
    answered.set(id, { question, reading })
    const rows = await rowsOf(reading, ontology, source)
    const isRight = gold.some((sql) => holds(wantedRows(truth, sql), rows, { ordered, whole: true }))
    const isWarned = reading.assumptions.some(
      ({ about, changesNumbers }) => changesNumbers && about !== 'meaning of the question',
    )
    found.push(JSON.stringify({ db: name, set: args.as, isRight, isWarned, signals: reading.signals ?? {} }))
  }
  truth.close()
  return found
}

function contextAfter(previous: ReadingContext['previous']): ReadingContext {
  const preferences = { defaultTimePeriod: null, highValueThreshold: null, choices: {} }
  return { now, timeZone: 'UTC', preferences, answers: {}, proceed: false, previous }
}

async function rowsOf(
  { query }: Reading,
  ontology: Ontology,
  source: Awaited<ReturnType<typeof openSource>>,
): Promise<Rows> {
  const joins = planJoins(query, ontology)
  if ('status' in joins) return []
  const { statement } = buildSql(query, joins, ontology, { now, timeZone: 'UTC' })
  const { rows } = await source.query(statement, { maxRows: 1000, signal: AbortSignal.timeout(60_000) })
  return rows
}

function wantedRows(truth: DatabaseSync, sql: string): Rows {
  const statement = truth.prepare(sql)
  statement.setReturnArrays(true)
  // setReturnArrays makes each row an array.
  return (sql.includes(':today') ? statement.all({ today }) : statement.all()) as unknown as Rows
}
