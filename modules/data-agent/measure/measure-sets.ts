import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureFaults, type FaultFigures } from '../src/answer/seeded/measure-faults.ts'
import { isHeldBack, readQuestions, setsFolder } from './ask-sets.ts'
import { measureRepeats, type Repeats } from './measure-repeats.ts'
import { predictAll, runSet, type SetRun } from './run-set.ts'

/**
 * How well questions are read, over every set, as one table: `npm run bench -- ask` runs this with PostgreSQL loaded.
 *   npx node modules/data-agent/measure/measure-sets.ts --pg URL/PREFIX --out FOLDER
 * QUIPU_ASK_SETS is the folder of the sets (default: beside the project). A tenth of the databases is held back: it is measured
 * here and never inspected.
 */
const { values: args } = parseArgs({ options: { pg: { type: 'string' }, out: { type: 'string' } } })
if (args.pg === undefined || args.out === undefined) throw new Error('Needs --pg URL/PREFIX and --out FOLDER')
await measure(args.pg, args.out)

interface Report {
  readonly sets: readonly SetRun[]
  readonly all: Together
  readonly unanswerable: { readonly questions: number; readonly refused: number }
  readonly faults: FaultFigures
  readonly repeats: Repeats
}
type Together = Pick<SetRun, 'precision' | 'precisionCoverage' | 'coverage' | 'asked' | 'refused'>

async function measure(pg: string, out: string): Promise<void> {
  const folder = setsFolder()
  const spider = join(folder, 'spider-train')
  const all = readQuestions(join(spider, 'questions.json'))
  const paraphrased = all.flatMap((each) =>
    typeof each.paraphrase === 'string' ? [{ ...each, question: each.paraphrase }] : [],
  )
  const sets: SetRun[] = []
  for (const [name, questions] of [
    ['spider-train', all],
    ['spider-train, held back', all.filter((each) => isHeldBack(each.db))],
    ['spider-train, paraphrased', paraphrased],
    ['spider-train, paraphrased, held back', paraphrased.filter((each) => isHeldBack(each.db))],
  ] as const)
    sets.push(await runSet({ name, set: spider, questions }))

  const defog = join(folder, 'defog-classic-pg')
  const questions = readQuestions(join(defog, 'questions.json'))
  sets.push(await runSet({ name: 'defog-classic-pg', set: defog, questions, postgresPrefix: pg }))
  const unanswerable = await predictAll({
    name: 'unanswerable',
    set: defog,
    questions: readQuestions(join(folder, 'unanswerable.json')),
    postgresPrefix: pg,
  })
  const refused = unanswerable.filter(
    ({ status }) => status === 'cannot_answer' || status === 'clarification',
  )
  report(out, {
    sets,
    all: together(sets.filter(({ name }) => !name.includes('held back'))),
    unanswerable: { questions: unanswerable.length, refused: refused.length },
    faults: await measureFaults(),
    repeats: await measureRepeats(spider, all),
  })
}

/** Every question of all sets has the same weight. */
function together(runs: readonly SetRun[]): Together {
  const questions = runs.reduce((sum, each) => sum + each.questions, 0)
  const mean = (of: (run: SetRun) => number): number =>
    round(runs.reduce((sum, each) => sum + of(each) * each.questions, 0) / questions)
  const unwarned = runs.reduce((sum, each) => sum + each.precisionCoverage * each.questions, 0)
  const right = runs.reduce(
    (sum, each) => sum + (each.precision ?? 0) * each.precisionCoverage * each.questions,
    0,
  )
  return {
    precision: unwarned === 0 ? null : round(right / unwarned),
    precisionCoverage: mean((each) => each.precisionCoverage),
    coverage: mean((each) => each.coverage),
    asked: mean((each) => each.asked),
    refused: mean((each) => each.refused),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function report(out: string, { sets, all, unanswerable, faults, repeats }: Report): void {
  const date = new Date().toISOString().slice(0, 10)
  const rows = sets.map(
    (each) =>
      `| ${each.name} | ${each.questions} | ${each.exact} % | ${each.coverage} % | ${each.precision} % @ ${each.precisionCoverage} % | ${round(each.asked + each.refused)} % | ${each.traced} of ${each.answered} | ${each.ms.p50} / ${each.ms.p95} |`,
  )
  const text = [
    `# Reading questions, ${date}`,
    '',
    '| Set | Questions | Exact | Answered | Precision without a warning @ coverage | Refused or asked back | Lineage as a second parser reads it | Question to SQL, ms p50 / p95 |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    `| all | | | ${all.coverage} % | ${all.precision} % @ ${all.precisionCoverage} % | ${round(all.asked + all.refused)} % | | |`,
    '',
    `Questions that cannot be answered, refused or asked back: ${unanswerable.refused} of ${unanswerable.questions}.`,
    `Seeded faults found: ${faults.found} of ${faults.faults}; false alarms: ${faults.falseAlarms} of ${faults.healthy}.`,
    `Asked ${repeats.runs} times: the same SQL each time for ${repeats.same} of ${repeats.questions} questions.`,
    '',
  ].join('\n')
  console.log(text)
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, `ask-${date}.md`), text)
  const all_ = { date, sets, all, unanswerable, faults, repeats }
  writeFileSync(join(out, `ask-${date}.json`), `${JSON.stringify(all_, null, 1)}\n`)
}
