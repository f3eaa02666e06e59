import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import type { Ontology } from '../src/ontology/ontology.ts'
import { interpretQuestion } from '../src/reading/interpret-question.ts'
import type { ReadingContext } from '../src/reading/reading-context.ts'
import { buildSql } from '../src/sql/build-sql.ts'
import { planJoins } from '../src/sql/plan-joins.ts'
import { isHeldBack, readQuestions, setsFolder, type AskQuestion } from './ask-sets.ts'
import { sameRows } from './compare-rows.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Writes for each question the features of its best reading and whether the reading was right, for `fit-confidence.ts`:
 *   npx node modules/data-agent/measure/collect-features.ts --out FILE.jsonl [--every 2] [--paraphrase]
 * Names of databases are kept to tell the held-back ones; no word of a question is.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    out: { type: 'string' },
    every: { type: 'string', default: '1' },
    paraphrase: { type: 'boolean', default: false },
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
const out = createWriteStream(args.out ?? 'features.jsonl')
const ontologies = new Map<string, Ontology>()
const open = new Map<string, DatabaseSync>()
for (const [i, question] of readQuestions(join(folder, 'questions.json')).entries()) {
  const asked = args.paraphrase ? question.paraphrase : question.question
  if (i % Number(args.every) !== 0 || asked === null || asked === undefined) continue
  const file = join(folder, 'databases', `${question.db}.sqlite`)
  const ontology =
    ontologies.get(question.db) ?? (await ontologyOf(question.db, { kind: 'sqlite', file }, 'v1'))
  ontologies.set(question.db, ontology)
  const database =
    open.get(question.db) ??
    new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  open.set(question.db, database)
  out.write(
    `${JSON.stringify({ id: question.id, db: question.db, isHeldBack: isHeldBack(question.db), ...measure(asked, question, ontology, database) })}\n`,
  )
}
out.end()

function measure(
  asked: string,
  question: AskQuestion,
  ontology: Ontology,
  database: DatabaseSync,
): { isRight: boolean; features: Readonly<Record<string, number>> | null } {
  try {
    const best = interpretQuestion(asked, ontology, context).candidates[0]
    if (best === undefined) return { isRight: false, features: null }
    return { isRight: isRight(best.query, question, ontology, database), features: best.features }
  } catch {
    return { isRight: false, features: null }
  }
}

function isRight(
  query: Parameters<typeof planJoins>[0],
  question: AskQuestion,
  ontology: Ontology,
  database: DatabaseSync,
): boolean {
  try {
    const joins = planJoins(query, ontology)
    if ('status' in joins) return false
    const rows = run(database, buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined)
    return sameRows(run(database, question.sql ?? ''), rows, question.ordered === true)
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
