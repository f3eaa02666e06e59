import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Answer } from '../src/answer/answer.ts'
import { salesChoices } from '../src/sales/sales-choices.ts'
import { askBusiness } from './ask-business.ts'
import { comparing, withSet, type OpenSet, type Rows, type SetQuestion } from './business-folder.ts'

/**
 * Asks every question of business sets in this process, and counts outcomes as the runner of the business bench does:
 *   npx node modules/data-agent/measure/run-business-sets.ts FOLDER… [--out FILE.json] [--only ID] [--show OUTCOME]
 * `--sales SET=DATASET…` asks as if a person had chosen the sales of a set; `--choices` only shows what could be chosen.
 * A folder has `generate.mjs` and `questions.json`; `--compare` is the `compare.mjs` of the bench.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    only: { type: 'string', multiple: true },
    show: { type: 'string', multiple: true, default: [] },
    sales: { type: 'string', multiple: true, default: [] },
    choices: { type: 'boolean', default: false },
    today: { type: 'string', default: '2026-11-18' },
    compare: { type: 'string', default: '../shared/bench/business/compare.mjs' },
  },
})
const now = new Date(`${args.today}T12:00:00Z`)
const outcomes = [
  'right',
  'rightly refused',
  'wrong silently',
  'wrong with warning',
  'refused though answerable',
  'asked back',
  'error',
] as const
type Outcome = (typeof outcomes)[number]

interface Result extends Pick<SetQuestion, 'id' | 'kind' | 'question'> {
  readonly outcome: Outcome
  readonly says: Readonly<Record<string, unknown>>
}
const holds = await comparing(args.compare)

const sets: { readonly name: string; readonly results: readonly Result[] }[] = []
const chosen = Map.groupBy(args.sales, (one) => one.split('=')[0])
const salesOf = (folder: string): string[] =>
  (chosen.get(basename(folder)) ?? []).map((one) => one.split('=').slice(1).join('='))
for (const folder of positionals)
  if (args.choices) await withSet(folder, args.today, showChoices)
  else sets.push(await withSet(folder, args.today, askAll, salesOf(folder)))
console.log(`| Set | n | good | ${outcomes.join(' | ')} |\n|---|---|---|${'---|'.repeat(outcomes.length)}`)
for (const { name, results } of [...sets, { name: 'all', results: sets.flatMap((one) => one.results) }]) {
  const counts = outcomes.map((one) => results.filter(({ outcome }) => outcome === one).length)
  const good = ((100 * ((counts[0] ?? 0) + (counts[1] ?? 0))) / Math.max(1, results.length)).toFixed(1)
  console.log(`| ${name} | ${results.length} | ${good} % | ${counts.join(' | ')} |`)
}
for (const { name, results } of sets)
  for (const { outcome, id, question, says } of results.filter((one) => args.show.includes(one.outcome)))
    console.log(`\n[${name}/${id}] ${outcome}: ${question}\n${JSON.stringify(says, undefined, 1)}`)
if (args.out !== undefined) writeFileSync(args.out, JSON.stringify(sets, undefined, 1))

async function showChoices({ name, ontology, source }: OpenSet): Promise<void> {
  const signal = AbortSignal.timeout(60_000)
  const { period, choices } = await salesChoices(ontology, { source, now, timeZone: 'UTC', signal })
  console.log(`${name}, ${period}:`)
  for (const { dataset, revenue, meaning, is_taken: isTaken } of choices)
    console.log(`${isTaken ? '*' : ' '} ${dataset}: ${revenue ?? '-'} (${meaning})`)
}

async function askAll(set: OpenSet) {
  const results: Result[] = []
  for await (const { asked, answer, error } of askBusiness(set, now, 100)) {
    const { id, question, kind } = asked
    if (args.only !== undefined && !args.only.includes(id)) continue
    const says =
      answer === null ? { error: error instanceof Error ? error.stack : String(error) } : saysOf(answer)
    const golds = asked.gold.map(set.wanted)
    const outcome = answer === null ? 'error' : outcomeOf(asked, answer, golds)
    results.push({ id, kind, question, outcome, says: { ...says, wanted: golds[0]?.slice(0, 4) } })
  }
  return { name: set.name, results }
}

function outcomeOf({ kind, ordered = false }: SetQuestion, answer: Answer, golds: readonly Rows[]): Outcome {
  if (answer.status === 'clarification') return kind === 'ambiguous' ? 'right' : 'asked back'
  if (answer.status === 'cannot_answer')
    return kind === 'unanswerable' ? 'rightly refused' : 'refused though answerable'
  const { rows, isTruncated, caveats, assumptions } = answer
  if (golds.some((wanted) => holds(wanted, rows, { ordered, whole: !isTruncated }))) return 'right'
  const isWarned = caveats.length > 0 || assumptions.some(({ changesNumbers }) => changesNumbers)
  return isWarned ? 'wrong with warning' : 'wrong silently'
}

function saysOf(answer: Answer): Result['says'] {
  switch (answer.status) {
    case 'clarification':
      return { asks: answer.questions.map(({ question, suggestions }) => [question, ...suggestions]) }
    case 'cannot_answer':
      return { reason: answer.reason, nearest: answer.nearest.map((one) => one.answer) }
    case 'answered':
      return {
        restatement: answer.restatement,
        confidence: answer.confidence,
        sql: answer.sql,
        warnings: [
          ...answer.caveats,
          ...answer.assumptions.filter(({ changesNumbers }) => changesNumbers).map(({ says }) => says),
        ],
        rows: answer.rows.slice(0, 4),
        rowCount: answer.rowCount,
      }
  }
}
