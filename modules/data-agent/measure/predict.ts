import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ontology } from '@quipu/query'
import type { ReadingContext } from '@quipu/reading'
import type { Answer, Phase } from '../src/answer/answer.ts'
import type { ConnectionSettings } from '../src/sources/connection-settings.ts'
import type { Source } from '../src/sources/source.ts'

export interface SetQuestion {
  readonly id: string | number
  readonly db: string
  readonly question: string
}

export interface QuestionSet {
  /** Holds `databases/NAME.sqlite`, and `ontologies/NAME.yaml` with the additions of people, if any. */
  readonly folder: string
  readonly questions: readonly SetQuestion[]
  /** `URL/PREFIX`: the databases are there instead, each named PREFIX + NAME. */
  readonly postgres?: string | undefined
  readonly tell?: ((text: string) => void) | undefined
}

export interface Prediction {
  readonly id: string | number
  readonly status: Answer['status'] | 'error'
  readonly sql: string | null
  /** From the question to its SQL; without running it. */
  readonly ms: number
  /** It has a caveat, or an assumption that could change the numbers. */
  readonly warned: boolean
  /** A second parser finds the shown lineage in the SQL that ran. */
  readonly isTraced: boolean
}

/** Asks every question of a set, database by database, and yields the predictions. */
export async function* predict(set: QuestionSet): AsyncGenerator<Prediction> {
  const byDatabase = Map.groupBy(set.questions, ({ db }) => db)
  let number = 0
  for (const [name, questions] of byDatabase) {
    set.tell?.(`${++number} of ${byDatabase.size}: ${name}, ${questions.length} questions`)
    yield* predictAll(set, name, questions)
  }
}

async function* predictAll(
  set: QuestionSet,
  name: string,
  questions: readonly SetQuestion[],
): AsyncGenerator<Prediction> {
  const asked = await opened(set, name)
  if (asked === undefined) return yield* questions.map(({ id }) => failed(id))
  try {
    for (const question of questions) yield await predictOne(question, asked.ontology, asked.source)
  } finally {
    await asked.source[Symbol.asyncDispose]()
  }
}

async function opened(
  set: QuestionSet,
  name: string,
): Promise<{ source: Source; ontology: Ontology } | undefined> {
  let source: Source | undefined
  try {
    source = await openDatabase(set, name)
    return { source, ontology: await ontologyOf(set, name, source) }
  } catch (error) {
    set.tell?.(`${name} cannot be asked: ${error instanceof Error ? error.message : String(error)}`)
    await source?.[Symbol.asyncDispose]()
    return undefined
  }
}

async function predictOne(
  { id, question }: SetQuestion,
  ontology: Ontology,
  source: Source,
): Promise<Prediction> {
  const { answerQuestion } = await import('../src/answer/phases/answer-question.ts')
  const signal = AbortSignal.timeout(questionMs)
  try {
    const answer = await answerQuestion({
      question,
      ontology,
      source,
      context: contextNow(),
      maxRows: 100,
      signal,
    })
    return predictionOf(id, answer)
  } catch {
    return failed(id)
  }
}

const questionMs = 60_000

function predictionOf(id: SetQuestion['id'], answer: Answer): Prediction {
  const sum = beforeRunning.reduce((before, phase) => before + (answer.milliseconds[phase] ?? 0), 0)
  const ms = Math.round(sum * 100) / 100
  if (answer.status !== 'answered') return { ...failed(id), status: answer.status, ms }
  const { sql, caveats, assumptions, checks } = answer
  const isTraced = checks.some(({ name, status }) => name === 'lineage' && status === 'passed')
  const warned = caveats.length > 0 || assumptions.some(({ changesNumbers }) => changesNumbers)
  return { id, status: 'answered', sql, ms, warned, isTraced }
}

const beforeRunning: readonly Phase[] = ['planner', 'navigator', 'sql builder']

function failed(id: SetQuestion['id']): Prediction {
  return { id, status: 'error', sql: null, ms: 0, warned: false, isTraced: false }
}

async function openDatabase({ folder, postgres }: QuestionSet, name: string): Promise<Source> {
  const [{ openSource }, { SourceRoots }] = await Promise.all([
    import('../src/sources/opening/open-source.ts'),
    import('../src/sources/source-roots.ts'),
  ])
  const settings: ConnectionSettings =
    postgres === undefined
      ? { kind: 'sqlite', file: join(folder, 'databases', `${name}.sqlite`) }
      : { kind: 'postgres', url: `${postgres}${encodeURIComponent(name)}` }
  return openSource(settings, { roots: new SourceRoots({ roots: [folder] }) })
}

async function ontologyOf({ folder }: QuestionSet, name: string, source: Source): Promise<Ontology> {
  const [{ introspect }, { applyOverlay }, { importOssie }] = await Promise.all([
    import('../src/ontology/introspect.ts'),
    import('../src/ontology/overlay.ts'),
    import('../src/ontology/ossie.ts'),
  ])
  const model = await introspect(source, { signal: AbortSignal.timeout(introspectionMs) })
  const whole = { id: randomUUID(), name, description: null, ...model }
  const added = join(folder, 'ontologies', `${name}.yaml`)
  return existsSync(added)
    ? applyOverlay(whole, importOssie(readFileSync(added, 'utf8'), model).overlay)
    : whole
}

const introspectionMs = 600_000

function contextNow(): ReadingContext {
  return {
    now: new Date(),
    timeZone: 'UTC',
    preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
    answers: {},
    proceed: false,
    previous: null,
  }
}
