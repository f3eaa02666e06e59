import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Ontology } from '@quipu/query'
import type { ReadingContext } from '@quipu/reading'
import { introspect } from '../src/ontology/introspect.ts'
import { proposeMetrics } from '../src/ontology/propose-metrics.ts'
import { openSource } from '../src/sources/opening/open-source.ts'
import { SourceRoots } from '../src/sources/source-roots.ts'
import type { Source } from '../src/sources/source.ts'

export interface SetQuestion {
  readonly id: string
  readonly question: string
  readonly kind: string
  readonly after?: string
  readonly ordered?: boolean
  readonly gold: readonly string[]
}

export type Rows = readonly (readonly unknown[])[]

/** A set of the business bench, made for one day and ready to be asked. */
export interface OpenSet {
  readonly name: string
  readonly ontology: Ontology
  readonly source: Source
  readonly questions: readonly SetQuestion[]
  /** The rows of an acceptable answer. */
  readonly wanted: (sql: string) => Rows
}

type Holds = (wanted: Rows, given: Rows, how: { ordered: boolean; whole: boolean }) => boolean

/** How the bench compares rows. Its programs are outside of the project; their shapes are in its README. */
export async function comparing(file: string): Promise<Holds> {
  return ((await import(pathToFileURL(resolve(file)).href)) as { holds: Holds }).holds
}

/** Makes the data of a folder with `generate.mjs` and `questions.json`, and removes it after the work. */
export async function withSet<Result>(
  folder: string,
  today: string,
  work: (set: OpenSet) => Promise<Result>,
  /** The datasets that a person chose as the sales. Default: nobody did. */
  sales: readonly string[] = [],
): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), 'quipu-business-'))
  try {
    const made = (await import(pathToFileURL(join(resolve(folder), 'generate.mjs')).href)) as {
      generate: (out: string, today: string) => Promise<void>
    }
    await made.generate(data, today)
    return await workIn(data, resolve(folder), today, work, sales)
  } finally {
    rmSync(data, { recursive: true })
  }
}

async function workIn<Result>(
  data: string,
  folder: string,
  today: string,
  work: (set: OpenSet) => Promise<Result>,
  sales: readonly string[],
): Promise<Result> {
  const csv = join(data, 'csv')
  const settings = existsSync(csv)
    ? { kind: 'files' as const, paths: [csv] }
    : { kind: 'sqlite' as const, file: join(data, 'data.sqlite') }
  await using source = await openSource(settings, { roots: new SourceRoots({ roots: [data] }) })
  const { values, ...rest } = await introspect(source, { signal: AbortSignal.timeout(240_000) })
  const name = basename(folder)
  const datasets = rest.datasets.map((one) => (sales.includes(one.name) ? { ...one, isSales: true } : one))
  const ontology = proposeMetrics({ ...rest, datasets, id: name, name, description: null, values })
  const truth = new DatabaseSync(join(data, 'truth.sqlite'), { readOnly: true })
  const wanted = (sql: string): Rows => {
    const statement = truth.prepare(sql)
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return (sql.includes(':today') ? statement.all({ today }) : statement.all()) as unknown as Rows
  }
  const questions = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as readonly SetQuestion[]
  try {
    return await work({ name, ontology, source, questions, wanted })
  } finally {
    truth.close()
  }
}

export function contextAfter(previous: ReadingContext['previous'], now: Date): ReadingContext {
  const preferences = { defaultTimePeriod: null, highValueThreshold: null, choices: {} }
  return { now, timeZone: 'UTC', preferences, answers: {}, proceed: false, previous }
}
