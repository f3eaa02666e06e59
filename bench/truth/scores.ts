import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from './bench-truth.ts'

const run = promisify(execFile)
const house = join(import.meta.dirname, '..', '..')
const sets = process.env['QUIPU_TRUTH_SETS'] ?? join(house, '..', 'shared', 'bench', 'truth')
const folders = {
  invoices: '70, 85 %',
  einvoices: '98, 100 %',
  receipts: '97/85/85, 99/92/92 %',
  mail: '95, 99 %',
  calendar: '95, 99 %',
  contacts: '95, 99 %',
  bank: '95, 99 %',
}
const records = {
  febrl1: '',
  febrl3: 'F1 .95, .99',
  fake1000: 'F1 .70, .80',
  'dblp-acm': 'F1 .95, .98',
  restaurants: '',
}

/** How well files are read and duplicates are found, if the sets with known answers are available. */
export async function measureScores(report: Report): Promise<void> {
  if (!existsSync(sets)) return report('scores', 'left out: no sets with known answers are here')
  const folder = await mkdtemp(join(tmpdir(), 'quipu-scores-'))
  try {
    await extraction(folder, report)
    for (const [set, goal] of Object.entries(records)) await resolution(folder, set, goal, report)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function extraction(folder: string, report: Report): Promise<void> {
  const out = join(folder, 'extracted.jsonl')
  await measure('extract', '--dir', join(sets, 'extraction'), '--out', out)
  for (const [kind, goal] of Object.entries(folders)) {
    const expected = join(sets, 'extraction', 'expected.json')
    const args = ['--expected', expected, '--predictions', out, '--only', `documents/${kind}`, '--json']
    // Safe: the output format of the scorer.
    const { all } = JSON.parse(await score('score-extraction.mjs', ...args)) as { all: Extracted }
    report(`fields of ${kind}`, fieldsOf(kind, all), goal)
  }
}

interface Extracted {
  readonly n: number
  readonly exact: number
  readonly percent: number
  readonly types: Readonly<
    Record<
      string,
      { readonly fields: Readonly<Record<string, { readonly n: number; readonly exact: number }>> }
    >
  >
}

function fieldsOf(kind: string, { n, exact, percent, types }: Extracted): string {
  const all = `${exact} of ${n} exact, ${percent} %`
  if (kind !== 'receipts') return all
  const share = (field: string) => {
    const found = types['receipt']?.fields[field]
    return found === undefined ? '' : `${field} ${((found.exact / found.n) * 100).toFixed(1)} %`
  }
  return `${['date', 'total', 'company'].map(share).join(', ')}; ${all}`
}

async function resolution(folder: string, set: string, goal: string, report: Report): Promise<void> {
  const pairs = async (...options: string[]) => {
    const out = join(folder, `${set}.csv`)
    await measure(
      'resolve',
      '--records',
      join(sets, 'resolution', set, 'records.csv'),
      '--out',
      out,
      ...options,
    )
    const truth = join(sets, 'resolution', set, 'truth.csv')
    const json = await score('score-resolution.mjs', '--truth', truth, '--predictions', out, '--json')
    // Safe: the output format of the scorer.
    return (JSON.parse(json) as { pairwise: { precision: number; recall: number; f1: number } }).pairwise
  }
  const [suggested, automatic] = [await pairs(), await pairs('--automatic')]
  report(
    `duplicates of ${set}`,
    `F1 ${suggested.f1.toFixed(3)}; without asking: precision ${automatic.precision.toFixed(4)}, recall ${automatic.recall.toFixed(3)}`,
    goal,
  )
}

async function measure(program: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [join(house, 'modules/truth/measure', `${program}.ts`), ...args], room)
}

async function score(program: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, [join(sets, program), ...args], room)).stdout
}

const room = { maxBuffer: 64 * 1024 * 1024 }
