import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import type { Ontology } from '@quipu/query'
import { isWarnedAfter, predict, predictRaw, type Prediction } from './answer-in-process.ts'
import { isHeldBack, readQuestions, setsFolder, type AskQuestion } from './ask-sets.ts'
import { sameRows } from './compare-rows.ts'
import { ontologyOf } from './ontology-cache.ts'

/**
 * Runs part of a SQLite set in this process and lists what went wrong, for work on the engine:
 *   npx node modules/data-agent/measure/dev.ts [--n 1500] [--paraphrase] [--held] [--raw] [--db NAME] [--id ID] [--show N] [--class NAME] [--out FILE.jsonl] [--features FILE.jsonl]
 * Ontologies are kept in a temporary folder; `--version` with another word builds them again.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'spider-train' },
    n: { type: 'string', default: '1500' },
    paraphrase: { type: 'boolean', default: false },
    held: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    db: { type: 'string' },
    raw: { type: 'boolean', default: false },
    id: { type: 'string' },
    show: { type: 'string', default: '0' },
    skip: { type: 'string', default: '0' },
    class: { type: 'string' },
    out: { type: 'string' },
    version: { type: 'string', default: 'v3' },
    grep: { type: 'string' },
    right: { type: 'boolean', default: false },
  },
})

interface Outcome {
  readonly question: AskQuestion
  readonly asked: string
  readonly prediction: Prediction
  readonly result: string
}

const folder = join(setsFolder(), args.set)
const chosen = choose(readQuestions(join(folder, 'questions.json')))
const outcomes: Outcome[] = []
const ontologies = new Map<string, Ontology>()
const open = new Map<string, DatabaseSync>()
for (const question of chosen) {
  const file = join(folder, 'databases', `${question.db}.sqlite`)
  const ontology =
    ontologies.get(question.db) ?? (await ontologyOf(question.db, { kind: 'sqlite', file }, args.version))
  ontologies.set(question.db, ontology)
  const asked = args.paraphrase ? (question.paraphrase ?? question.question) : question.question
  const prediction = (args.raw ? predictRaw : predict)(
    question.id,
    asked,
    ontology,
    new Date('2026-11-15T12:00:00Z'),
  )
  const database =
    open.get(question.db) ??
    new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  open.set(question.db, database)
  outcomes.push(judge(question, asked, prediction, database, ontology))
}
report()

function choose(all: readonly AskQuestion[]): readonly AskQuestion[] {
  const side = all.filter((each) => args.all || isHeldBack(each.db) === args.held)
  const kept = side.filter(
    (each) =>
      (args.db === undefined || each.db === args.db) &&
      (args.id === undefined || each.id.endsWith(args.id)) &&
      (args.grep === undefined || new RegExp(args.grep, 'i').test(each.question)) &&
      (!args.paraphrase || (each.paraphrase ?? null) !== null),
  )
  const step = Math.max(1, kept.length / Number(args.n))
  return Array.from(
    { length: Math.min(kept.length, Number(args.n)) },
    (_, i) => kept[Math.floor(i * step)],
  ).filter((each) => each !== undefined)
}

function judge(
  question: AskQuestion,
  asked: string,
  before: Prediction,
  database: DatabaseSync,
  ontology: Ontology,
): Outcome {
  const said = { question, asked, prediction: before }
  if (before.status !== 'answered' || before.sql === null) return { ...said, result: before.status }
  const run = (sql: string): unknown[][] => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return statement.all() as unknown as unknown[][]
  }
  let rows: unknown[][]
  try {
    rows = run(before.sql)
  } catch (error) {
    return { ...said, result: `bad sql: ${String(error)}` }
  }
  const prediction = { ...before, warned: isWarnedAfter(before, asked, rows, ontology) }
  return { ...said, prediction, result: classOfRows(question, rows, run(question.sql ?? '')) }
}

function classOfRows(question: AskQuestion, rows: unknown[][], gold: unknown[][]): string {
  if (sameRows(gold, rows, question.ordered === true)) return 'exact'
  if (sameRows(gold, rows, question.ordered === true, true)) return 'more columns'
  if (sameRows(gold, rows, false)) return 'order'
  const width = (some: unknown[][]): number => some[0]?.length ?? 0
  if (width(gold) < width(rows) && gold.length === rows.length) return 'columns: too many'
  if (width(gold) > width(rows) && gold.length === rows.length) return 'columns: too few'
  if (gold.length > 0 && rows.length === 0) return 'rows: none'
  const distinct = (some: unknown[][]): string =>
    [...new Set(some.map((row) => JSON.stringify(row)))].sort().join()
  if (distinct(gold) === distinct(rows)) return 'duplicates'
  if (width(gold) !== width(rows)) return 'columns and rows'
  return gold.length === rows.length
    ? 'values'
    : gold.length < rows.length
      ? 'rows: too many'
      : 'rows: too few'
}

function report(): void {
  const counts = new Map<string, number>()
  for (const { result } of outcomes) counts.set(classOf(result), (counts.get(classOf(result)) ?? 0) + 1)
  const share = (n: number, of: number): string => `${((100 * n) / Math.max(1, of)).toFixed(1)} %`
  const unwarned = outcomes.filter((each) => each.prediction.status === 'answered' && !each.prediction.warned)
  const times = outcomes.map((each) => each.prediction.ms).sort((a, b) => a - b)
  if (args.out !== undefined)
    writeFileSync(
      args.out,
      outcomes
        .map((each) =>
          JSON.stringify({
            ...each.prediction,
            reading: undefined,
            result: each.result,
            confidence: each.prediction.reading?.confidence,
          }),
        )
        .join('\n'),
    )
  const wrong = outcomes.filter(
    (each) =>
      (args.right ? each.result === 'exact' : each.result !== 'exact') &&
      (args.class === undefined || each.result.startsWith(args.class)),
  )
  const shown = Number(args.show)
  const step = Math.max(1, wrong.length / Math.max(1, shown))
  for (let i = 0; i < Math.min(shown, wrong.length); i++) {
    const each = wrong[Math.floor(i * step + Number(args.skip)) % wrong.length]
    if (each === undefined) continue
    console.log(
      `\n${each.question.id} ${each.question.db} [${each.result}] ${each.prediction.reading?.confidence.toFixed(2) ?? ''}${each.prediction.warned ? ' warned' : ''}\n  Q ${each.asked}\n  G ${each.question.sql}\n  P ${(each.prediction.sql ?? each.prediction.why ?? '').replaceAll(/\s+/g, ' ')}`,
    )
    if (each.prediction.reading !== null)
      console.log(
        `  R ${each.prediction.reading.restatement} ${each.prediction.reading.unmatched.length > 0 ? `unmatched: ${each.prediction.reading.unmatched.join(', ')}` : ''}`,
      )
  }
  console.log(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join(' · '),
  )
  console.log(
    `${outcomes.length} questions, exact ${share(counts.get('exact') ?? 0, outcomes.length)}, precision unwarned ${share(unwarned.filter((each) => each.result === 'exact').length, unwarned.length)} @ ${share(unwarned.length, outcomes.length)}, ms p50 ${times[Math.floor(times.length / 2)]?.toFixed(1)} p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(1)}`,
  )
}

function classOf(result: string): string {
  return result.startsWith('bad sql') ? 'bad sql' : result
}
