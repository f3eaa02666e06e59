import { hash } from 'node:crypto'
import type { Cache, Call, Json, Log, Quota } from '@quipu/kit'
import type { Ontology } from '@quipu/query'
import { planJoins } from '@quipu/query'
import { completeQuery, QueryError, readQuery, restate, writeQuery } from '@quipu/reading'
import type { QueryJson, Reading, ReadingContext } from '@quipu/reading'
import { z } from 'zod'
import { acceptForms } from '../query-language/accept-forms.ts'
import { askModel } from './ask-model.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelError } from './language-model.ts'
import type { ModelSettings } from './model-settings.ts'
import { inventedValue } from './only-said.ts'
import { promptFor } from './prompt.ts'

/** The request to a model for one question, and the result. */
export interface ModelTrace {
  readonly provider: string
  readonly model: string
  readonly sent: { readonly system: string; readonly user: string } | null
  readonly outcome: 'read' | 'from cache' | 'over budget' | ModelError['trouble']
  /** The number of its readings that are used. */
  readonly readings: number
  /** Why the others were refused. */
  readonly refused: readonly string[]
}

/** What a use of the model needs: the model, and what bounds and records its use. */
export interface ModelParts {
  readonly model: LanguageModel
  readonly settings: ModelSettings
  readonly cache: Cache
  readonly quota: Quota
  readonly log: Log
}

interface Asking {
  readonly question: string
  readonly ontology: Ontology
  readonly context: ReadingContext
  /** Readings of our own, best first. */
  readonly own: readonly Reading[]
  /** Of the ontology. */
  readonly revision: number
  readonly signal: AbortSignal
}

const Answer = z.object({ readings: z.array(z.object({ query: z.record(z.string(), z.unknown()) })) })
/** How long an answer of the model counts. */
export const cacheSeconds = 86_400
const mostCandidates = 3
/** The confidence of a reading that only the model gives. */
const confidence = 0.6

/** Reads questions by a language model. Its answer is checked like a query of a caller; its failure never fails a question. */
export class ModelReader {
  readonly #parts: ModelParts

  constructor(parts: ModelParts) {
    this.#parts = parts
  }

  async read(
    call: Call,
    asking: Asking,
  ): Promise<{ readonly readings: readonly Reading[]; readonly trace: ModelTrace }> {
    const { question, ontology, context, revision } = asking
    const { settings, cache, quota } = this.#parts
    const own = asking.own
      .slice(0, mostCandidates)
      .map((one) => queryOf(one, ontology))
      .filter((one) => one !== undefined)
    const previous = previousOf(context, ontology)
    const request = promptFor({ question, ontology, context, own, previous }, settings)
    const sent = { system: request.system, user: request.user }
    const traced = (
      outcome: ModelTrace['outcome'],
      readings = 0,
      refused: readonly string[] = [],
    ): ModelTrace => ({
      provider: settings.provider,
      model: settings.model,
      sent: outcome === 'over budget' ? null : sent,
      outcome,
      readings,
      refused,
    })
    const parts = [call.caller.userId, ontology.id, revision, settings.provider, settings.model, request]
    const key = `data-agent:model:${hash('sha256', JSON.stringify(parts))}`
    const known = await cache.get(key)
    if (known === undefined) {
      const { ok } = await quota.take(call.caller, 'model', 1, settings.questionsPerDay)
      if (!ok) return { readings: [], trace: traced('over budget') }
    }
    try {
      const said = known ?? (await askModel(this.#parts.model, settings.ms, request, asking.signal))
      const { readings, refused } = checked(said, asking, own, settings.readings)
      // Parsed above, so it is JSON.
      if (known === undefined) await cache.set(key, said as Json, cacheSeconds)
      return {
        readings,
        trace: traced(known === undefined ? 'read' : 'from cache', readings.length, refused),
      }
    } catch (error) {
      asking.signal.throwIfAborted()
      if (!(error instanceof ModelError)) throw error
      this.#parts.log.warn({ trouble: error.trouble, model: settings.model }, error.message)
      return { readings: [], trace: traced(error.trouble) }
    }
  }
}

function previousOf({ previous }: ReadingContext, ontology: Ontology) {
  const query = previous === null ? undefined : queryOf(previous.reading, ontology)
  return previous === null || query === undefined ? null : { question: previous.question, query }
}

/** Undefined for a reading that cannot be written in the query language. */
function queryOf({ query }: Reading, ontology: Ontology): QueryJson | undefined {
  try {
    return writeQuery(completeQuery(query, ontology), ontology)
  } catch (error) {
    if (error instanceof QueryError) return undefined
    throw error
  }
}

/** The readings that can be joined and contain no invented values. */
function checked(
  said: unknown,
  { question, ontology, context }: Asking,
  own: readonly QueryJson[],
  most: number,
): { readonly readings: readonly Reading[]; readonly refused: readonly string[] } {
  const answer = Answer.safeParse(said)
  if (!answer.success)
    throw new ModelError('unreadable', 'The language model answered in another form than it was asked for')
  const readings: Reading[] = []
  const refused: string[] = []
  for (const { query } of answer.data.readings.slice(0, most)) {
    const read = readingOf(query, question, own, ontology, context)
    if (typeof read === 'string') refused.push(read)
    else readings.push(read)
  }
  return { readings, refused }
}

function readingOf(
  given: unknown,
  question: string,
  own: readonly QueryJson[],
  ontology: Ontology,
  context: ReadingContext,
): Reading | string {
  // Values are looked for where the language has them.
  const usual = acceptForms(given, ontology)
  const invented = inventedValue(usual, question, own, ontology)
  if (invented !== null) return `It has a value that nobody gave: ${invented.slice(0, 100)}`
  try {
    const query = readQuery(usual, ontology, context)
    const joins = planJoins(query, ontology)
    if ('status' in joins) return joins.reason
    const says =
      'A language model read this question; our own reader could not. Look at the query before you use the figures.'
    return {
      query,
      evidence: [],
      assumptions: [{ about: 'who read the question', says, changesNumbers: true }],
      unmatched: [],
      score: 0,
      confidence,
      restatement: restate(query, ontology),
    }
  } catch (error) {
    if (error instanceof QueryError) return `${error.path}: ${error.reason}`
    throw error
  }
}
