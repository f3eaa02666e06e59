import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { interpretQuestion, readQuestion, type ReadingContext } from '@quipu/reading'
import { isHeldBack, readQuestions, setsFolder } from './ask-sets.ts'
import { businessSet } from './business/business-set.ts'
import { sameRows } from './compare-rows.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Writes for each question the features of its best reading and whether the reading was right, for `fit-weights.ts`:
 *   npx node modules/data-agent/measure/collect-features.ts --out FILE.jsonl [--every 2] [--paraphrase] [--business] [--version WORD]
 * `--business` takes the questions in `business/` instead of the SQLite set; a right reading may show more columns there.
 * Names of databases are written, to recognise the held-back ones; words of questions are not.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    out: { type: 'string', default: 'features.jsonl' },
    every: { type: 'string', default: '1' },
    paraphrase: { type: 'boolean', default: false },
    business: { type: 'boolean', default: false },
    version: { type: 'string', default: 'v3' },
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

interface Asked {
  readonly id: string
  readonly db: string
  readonly set: 'public' | 'business'
  readonly question: string
  readonly ontology: Ontology
  readonly database: DatabaseSync
  /** Null if no reading is right. */
  readonly sql: string | null
  /** Further right answers. */
  readonly others: readonly string[]
  readonly isOrdered: boolean
}

const out = createWriteStream(args.out)
for await (const asked of args.business ? businessQuestions() : setQuestions()) {
  const { id, db, set } = asked
  out.write(
    `${JSON.stringify({ id, db, set, isHeldBack: set === 'public' && isHeldBack(db), ...measure(asked) })}\n`,
  )
}
out.end()

async function* setQuestions(): AsyncGenerator<Asked> {
  const folder = join(setsFolder(), args.set)
  const ontologies = new Map<string, Ontology>()
  const open = new Map<string, DatabaseSync>()
  for (const [i, question] of readQuestions(join(folder, 'questions.json')).entries()) {
    const words = args.paraphrase ? question.paraphrase : question.question
    if (i % Number(args.every) !== 0 || words === null || words === undefined) continue
    const { id, db, sql = '' } = question
    const file = join(folder, 'databases', `${db}.sqlite`)
    const ontology = ontologies.get(db) ?? (await ontologyOf(db, { kind: 'sqlite', file }, args.version))
    ontologies.set(db, ontology)
    const database =
      open.get(db) ?? new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
    open.set(db, database)
    const isOrdered = question.ordered === true
    yield { id, db, set: 'public', question: words, ontology, database, sql, others: [], isOrdered }
  }
}

async function* businessQuestions(): AsyncGenerator<Asked> {
  for await (const data of businessSet()) {
    using held = data
    const { name, ontology, database, questions } = held
    for (const [i, { question, sql, others = [] }] of questions.entries())
      yield {
        id: `${name}-${i + 1}`,
        db: name,
        set: 'business',
        question,
        ontology,
        database,
        sql,
        others,
        isOrdered: false,
      }
  }
}

interface Measured {
  readonly isRight: boolean
  /** The question is answered without a warning. */
  readonly isAnswered: boolean
  readonly features: Readonly<Record<string, number>> | null
  /** Whether the reading by slots is right; absent if there is none. */
  readonly isFrameRight?: boolean
}

function measure(asked: Asked): Measured {
  try {
    const { question, ontology } = asked
    const best = interpretQuestion(question, ontology, context).candidates[0]
    if (best === undefined) return { isRight: false, isAnswered: false, features: null }
    const plan = readQuestion(question, ontology, { ...context, proceed: false })
    const isAnswered =
      plan.status === 'readings' && !plan.readings[0].assumptions.some(({ changesNumbers }) => changesNumbers)
    const given = plan.status === 'readings' ? plan.readings[0] : null
    return {
      isRight: isRight(best.query, asked),
      isAnswered,
      features: best.features,
      ...(given?.frame === undefined ? {} : { isFrameRight: isRight(given.query, asked) }),
    }
  } catch {
    return { isRight: false, isAnswered: false, features: null }
  }
}

function isRight(query: Parameters<typeof planJoins>[0], asked: Asked): boolean {
  const { set, ontology, database, sql, others, isOrdered } = asked
  if (sql === null) return false
  const wanted = [sql, ...others].map((one) => run(database, one))
  try {
    const joins = planJoins(query, ontology)
    if ('status' in joins) return false
    const rows = run(database, buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined)
    return wanted.some((one) => sameRows(one, rows, isOrdered, set === 'business'))
  } catch {
    return false
  }
}

function run(database: DatabaseSync, sql: string): unknown[][] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  // setReturnArrays makes each row an array.
  return statement.all() as unknown as unknown[][]
}
