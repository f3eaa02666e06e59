import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { hasTrade, resultSignals, type ReadingContext } from '@quipu/reading'
import type { Answer } from '../src/answer/answer.ts'
import { rivalOf } from '../src/answer/assumptions.ts'
import { answerQuestion } from '../src/answer/phases/answer-question.ts'
import { openSource } from '../src/sources/opening/open-source.ts'
import { SourceRoots } from '../src/sources/source-roots.ts'
import { askBusiness } from './ask-business.ts'
import { isHeldBack, readQuestions, setsFolder } from './ask-sets.ts'
import { comparing, contextAfter, withSet, type OpenSet } from './business-folder.ts'
import { sameRows } from './compare-rows.ts'
import { ontologyOf } from './ontology-cache.ts'
import type { SignalLine } from './signal-lines.ts'

/**
 * Writes for each question of business sets whether its answer was right, with the signals of its reading and of its rows, for `fit-estimate.ts` and
 * `fit-result.ts`:
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
/** As many as the database returns. */
const maxRows = 10_000

const nothing = {
  isAnswered: false,
  isRight: false,
  isWarned: false,
  signals: null,
  confidence: 0,
  result: {},
}

const holds = await comparing(args.compare)

const lines: SignalLine[] = []
for (const folder of positionals) lines.push(...(await withSet(folder, today, collect)))
if (args.public) lines.push(...(await collectPublic()))
writeFileSync(args.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

async function collect(set: OpenSet): Promise<readonly SignalLine[]> {
  // The caller says which of the two kinds its folders are.
  const kind = args.as as SignalLine['set']
  const isTrade = hasTrade(set.ontology)
  const found: SignalLine[] = []
  for await (const { asked, answer } of askBusiness(set, now, maxRows)) {
    const { question, gold, ordered = false } = asked
    found.push({
      ...lineOf(question, answer, (rows) =>
        gold.some((sql) => holds(set.wanted(sql), rows, { ordered, whole: true })),
      ),
      db: set.name,
      set: kind,
      isTrade,
    })
  }
  return found
}

type Rows = readonly (readonly unknown[])[]

function lineOf(
  question: string,
  answer: Answer | null,
  isRight: (rows: Rows) => boolean,
): Omit<SignalLine, 'db' | 'set' | 'isTrade'> {
  const { plan, execution, verification } = answer?.artifacts ?? {}
  if (answer?.status !== 'answered' || plan?.status !== 'readings' || !execution || !verification)
    return nothing
  const { reading: judged, caveats, assumptions } = answer
  const estimated = plan.readings.find(
    ({ doubts, restatement }) => doubts !== undefined && restatement !== '',
  )
  const isWarned =
    caveats.length > 0 || assumptions.some((one) => one.changesNumbers && one.isEstimated !== true)
  const isRightOne = isRight(execution.rows)
  if (judged === null || estimated === undefined)
    return { ...nothing, isAnswered: true, isRight: isRightOne, isWarned }
  // As it was before its rows; a date that was mended is in its query.
  const reading = { ...estimated, query: judged.query }
  const hasCaveat = verification.caveats.length > 0
  const result = resultSignals({
    question,
    reading,
    rows: execution.rows,
    rival: rivalOf(estimated, plan.readings),
    hasCaveat,
  })
  return {
    isAnswered: true,
    isRight: isRightOne,
    isWarned,
    signals: estimated.signals ?? {},
    confidence: estimated.confidence,
    result: Object.fromEntries(
      result.filter(({ value }) => value !== 0).map(({ name, value }) => [name, value]),
    ),
  }
}

async function collectPublic(): Promise<readonly SignalLine[]> {
  const folder = join(setsFolder(), 'spider-train')
  const found: SignalLine[] = []
  const known = readQuestions(join(folder, 'questions.json')).filter(({ db }) => !isHeldBack(db))
  const context: ReadingContext = contextAfter(null, now)
  for (const [db, questions] of Map.groupBy(known, (one) => one.db)) {
    const file = join(folder, 'databases', `${db}.sqlite`)
    const ontology = await ontologyOf(db, { kind: 'sqlite', file }, 'v3')
    const isTrade = hasTrade(ontology)
    await using source = await openSource(
      { kind: 'sqlite', file },
      { roots: new SourceRoots({ files: [file] }) },
    )
    using database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
    for (const { question: written, paraphrase, sql: gold = '', ordered = false } of questions)
      for (const question of [written, ...(typeof paraphrase === 'string' ? [paraphrase] : [])]) {
        const signal = AbortSignal.timeout(60_000)
        const answer = await answerQuestion({ question, ontology, source, context, maxRows, signal })
        const statement = database.prepare(gold)
        statement.setReturnArrays(true)
        // setReturnArrays makes each row an array.
        const wanted = statement.all() as unknown as unknown[][]
        found.push({
          ...lineOf(question, answer, (rows) => sameRows(wanted, rows, ordered)),
          db,
          set: 'public',
          isTrade,
        })
      }
  }
  return found
}
