import type { Call, Json, Ports, Settings } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { cutText, visibleText, type Ontology } from '@quipu/query'
import type { Reading, ReadingContext } from '@quipu/reading'
import type { Answer } from './answer/answer.ts'
import { phases } from './answer/answer.ts'
import type { Proposer } from './answer/phases/answer-question.ts'
import { structuredContentOf } from './answer/content.ts'
import type { ProgressReport } from './asking-progress.ts'
import { borrowSource, type SourcePlace } from './borrow-source.ts'
import { clarify } from './clarify.ts'
import type { Conversations, Note } from './conversations.ts'
import { invalidQuestion, ontologyChanged } from './errors.ts'
import { revisionOf, trailOf } from './kept-artifacts.ts'
import type { ModelNarrator } from './models/model-narrator.ts'
import type { ModelReader, ModelTrace } from './models/model-reader.ts'
import type { OpenSources } from './open-sources.ts'
import { ownCalendarOf, withOwnCalendar } from './own-calendar.ts'
import type { Preferences } from './preferences.ts'
import type { Turn } from './store/conversations.ts'
import { workspaceId } from './store/workspace-id.ts'

export interface AskRequest {
  readonly ontologyId: string
  readonly question: string
  readonly conversationId: string | undefined
  /** Label of a clarifying question → answer. */
  readonly answers: Readonly<Record<string, string>>
  readonly proceed: boolean
  readonly maxRows: number | undefined
  readonly via: 'MCP' | 'API'
  /** Called in addition to the client's own progress. */
  readonly onProgress?: OnProgress | undefined
}

type OnProgress = (report: ProgressReport) => void

/** A query in the query language, instead of a question. */
export interface QueryRequest {
  readonly ontologyId: string
  readonly query: unknown
  readonly conversationId: string | undefined
  readonly maxRows: number | undefined
  readonly via: 'MCP' | 'API'
  readonly onProgress?: OnProgress | undefined
}

export interface Asked {
  readonly answer: Answer
  readonly conversationId: string
}

/** An ontology that can be asked, and where its rows are. */
export interface Askable extends AsyncDisposable {
  readonly ontology: Ontology
  readonly from: SourcePlace
  /** Changes with every change of the ontology. */
  readonly revision: number
  /** Caveats of every answer about it. */
  readonly caveats: readonly string[]
  /** Fields with the origin of a row; if given, the source rows of each answer are shown. */
  readonly traced?: readonly string[]
}

export interface AskingParts {
  readonly askable: (call: Call, ontologyId: string) => Promise<Askable>
  readonly sources: OpenSources
  readonly conversations: Conversations
  readonly preferences: Preferences
  readonly settings: Ports['settings']
  readonly now: Ports['now']
  /** The time limit of one question, without the time of questions back. */
  readonly askSeconds: number
  /** A language model that reads questions too. Absent if none is configured. */
  readonly models?: (() => Promise<ModelReader>) | undefined
  /** A language model that words answers. Absent where none may see rows. */
  readonly narrator?: (() => Promise<ModelNarrator>) | undefined
}

interface Kept extends Pick<Note, 'choices'> {
  readonly answer: Answer
  readonly question: string
  readonly revision: number
  /** The requests to a language model. */
  readonly models: readonly ModelTrace[]
}

/** What a question may go on from. */
type Before = Pick<ReadingContext, 'previous' | 'unanswered'>

/** Answers one question and stores the answer. */
export class Asking {
  readonly #parts: AskingParts

  constructor(parts: AskingParts) {
    this.#parts = parts
  }

  async ask(call: Call, request: AskRequest): Promise<Asked> {
    const { ontologyId, question } = request
    if (question.trim() === '') throw invalidQuestion()
    const before = await this.#before(call, request)
    await using asked = await this.#parts.askable(call, ontologyId)
    const settings = await this.#parts.settings.of(call.caller)
    const context = await this.#context(call, request, { ...before, settings })
    const ontology = withOwnCalendar(asked.ontology, ownCalendarOf(settings))
    const models: ModelTrace[] = []
    let answer = await this.#answer(call, request, { ...asked, ontology }, context, models)
    const clarified = answer.status === 'clarification' ? await clarify(call, answer.questions) : undefined
    if (clarified !== undefined) {
      const answers = { ...context.answers, ...lowerCased(clarified.answers) }
      answer = await this.#answer(call, request, { ...asked, ontology }, { ...context, answers }, models)
    }
    answer = await this.#worded(call, request, answer, models)
    const chosen = clarified?.isToBeKept === true ? Object.entries(clarified.answers) : []
    // A choice in the workspace applies to all ontologies, because the workspace is not stored as one.
    const forOne = ontologyId === workspaceId ? null : ontologyId
    const choices = chosen.map(([label, choice]) => ({ ontologyId: forOne, label, choice }))
    return this.#keep(call, request, { answer, question, choices, revision: asked.revision, models })
  }

  /** In a model's words, if it may have the rows. What is in the workspace is the asker's own and goes to nobody. */
  async #worded(
    call: Call,
    { ontologyId, question }: AskRequest,
    answer: Answer,
    models: ModelTrace[],
  ): Promise<Answer> {
    const { narrator } = this.#parts
    if (narrator === undefined || answer.status !== 'answered' || ontologyId === workspaceId) return answer
    const { narrative, trace } = await (await narrator()).word(call, question, answer)
    models.push(trace)
    return { ...answer, narrative }
  }

  /** The same from the navigator on. A query that cannot be read is refused before anything runs. */
  async query(call: Call, request: QueryRequest): Promise<Asked> {
    const { readGivenQuery } = await import('./read-given-query.ts')
    const last = await this.#lastTurn(call, request)
    await using asked = await this.#parts.askable(call, request.ontologyId)
    const known = last === undefined ? null : revisionOf(last.artifacts)
    if (known !== null && known !== asked.revision) throw ontologyChanged()
    const settings = await this.#parts.settings.of(call.caller)
    const about = { ...request, answers: {}, proceed: true }
    const context = await this.#context(call, about, { previous: null, settings })
    // A query says its fiscal start itself, so that it means the same for everybody.
    const own = { ...ownCalendarOf(settings), fiscalYearStart: null }
    const ontology = withOwnCalendar(asked.ontology, own)
    const reading = readGivenQuery(request.query, ontology, context)
    const question = cutText(reading.restatement, 2000)
    const subject = { ...asked, ontology }
    const answer = await this.#answer(call, { ...request, question }, subject, context, [], reading)
    return this.#keep(call, request, { answer, question, choices: [], revision: asked.revision, models: [] })
  }

  async #keep(
    call: Call,
    { ontologyId, conversationId, via }: Pick<AskRequest, 'ontologyId' | 'conversationId' | 'via'>,
    { answer, question, choices, revision, models }: Kept,
  ): Promise<Asked> {
    const { conversations, now } = this.#parts
    const note = {
      conversationId,
      begun: { ontologyId, title: titleOf(call, question, via), clientName: call.client?.name ?? null },
      turn: {
        question,
        status: answer.status,
        artifacts: trailOf(answer, revision, models),
        // Its schema allows only plain values.
        answer: structuredContentOf(answer, '') as unknown as Json,
      },
      choices,
    }
    return { answer, conversationId: await conversations.note(call.caller, note, now()) }
  }

  async #before(call: Call, request: AskRequest): Promise<Before> {
    const turns = await this.#turns(call, request)
    const { previousOf, unansweredOf } = await import('./previous-turn.ts')
    const unanswered = unansweredOf(turns)
    return { previous: previousOf(turns), ...(unanswered === undefined ? {} : { unanswered }) }
  }

  /** The last answer of the continued conversation. */
  async #lastTurn(
    call: Call,
    request: Pick<AskRequest, 'ontologyId' | 'conversationId'>,
  ): Promise<Turn | undefined> {
    return (await this.#turns(call, request)).findLast(({ status }) => status === 'answered')
  }

  async #turns(
    call: Call,
    { ontologyId, conversationId }: Pick<AskRequest, 'ontologyId' | 'conversationId'>,
  ): Promise<readonly Turn[]> {
    const { conversations } = this.#parts
    if (conversationId === undefined) return []
    const begun = await conversations.find(call.caller, conversationId)
    if (begun.ontologyId !== ontologyId)
      throw new ToolError('VALIDATION_ERROR', 'conversation_id is of a conversation about another ontology')
    return conversations.lastTurns(call.caller, conversationId)
  }

  async #context(
    call: Call,
    { ontologyId, answers, proceed }: Pick<AskRequest, 'ontologyId' | 'answers' | 'proceed'>,
    { settings, ...before }: Before & { readonly settings: Settings },
  ): Promise<ReadingContext> {
    return {
      now: this.#parts.now(),
      timeZone: settings.timeZone,
      preferences: await this.#parts.preferences.forReading(call.caller, ontologyId, settings),
      answers: lowerCased(answers),
      proceed,
      ...before,
    }
  }

  async #answer(
    call: Call,
    { question, maxRows = 100, onProgress }: Pick<AskRequest, 'question' | 'maxRows' | 'onProgress'>,
    { ontology, from, caveats, traced, revision }: Omit<Askable, keyof AsyncDisposable>,
    context: ReadingContext,
    models: ModelTrace[],
    reading?: Reading,
  ): Promise<Answer> {
    const reader = await this.#parts.models?.()
    const proposer =
      (by: ModelReader): Proposer =>
      async (own, known, signal) => {
        const asking = { question, ontology: known, context, own, revision, signal }
        const { readings, trace } = await by.read(call, asking)
        models.push(trace)
        return readings
      }
    // Loaded with the first question: the engine is large, and most processes of an installation never ask.
    const { answerQuestion } = await import('./answer/phases/answer-question.ts')
    const borrower = {
      caller: call.caller,
      signal: call.signal,
      progress: (step: number, of: number, says: string) => {
        call.progress(step, of, says)
        onProgress?.({ step, of, says })
      },
    }
    return borrowSource(this.#parts, borrower, { from, what: question }, (source, signal) =>
      answerQuestion({
        question,
        ...(reading === undefined ? {} : { reading }),
        ...(reader === undefined ? {} : { propose: proposer(reader) }),
        ontology,
        source,
        context,
        maxRows,
        caveats,
        ...(traced === undefined ? {} : { traced }),
        signal,
        onPhase: (phase) => borrower.progress(phases.indexOf(phase) + 1, phases.length, phase),
      }),
    )
  }
}

function titleOf({ client, caller }: Call, question: string, via: AskRequest['via']): string {
  const preview = cutText(visibleText(question).trim(), 60)
  if (via === 'API') return preview
  return `MCP: ${cutText(visibleText(client?.name ?? caller.clientId).trim(), 60)} — ${preview}`
}

function lowerCased(answers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(answers).map(([label, answer]) => [label.toLowerCase(), answer]))
}
