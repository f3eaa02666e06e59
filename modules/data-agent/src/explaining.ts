import type { Call, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { planJoins, type Ontology, type Query } from '@quipu/query'
import { restate, type Reading } from '@quipu/reading'
import { StructuredAnswer } from './answer/content.ts'
import { countSteps, type Step } from './answer/steps/count-steps.ts'
import { rowsBehind, type RowsBehind } from './answer/steps/rows-behind.ts'
import { runnerOn, type Runner } from './answer/steps/runner.ts'
import type { Askable } from './asking.ts'
import { borrowSource } from './borrow-source.ts'
import type { Conversations } from './conversations.ts'
import { answerOutdated, ontologyNotFound } from './errors.ts'
import { readingOf, revisionOf } from './kept-artifacts.ts'
import type { OpenSources } from './open-sources.ts'
import type { Turn } from './store/conversations.ts'

export interface ExplainRequest {
  readonly conversationId: string
  /** Of the answer's rows, from 1. */
  readonly row: number | undefined
  /** Its heading. */
  readonly column: string | undefined
  readonly maxRows: number
}

export interface Explained {
  readonly turn: Turn
  readonly answer: StructuredAnswer
  readonly reading: Reading | null
  readonly steps: readonly Step[]
  /** Null if no value was requested. */
  readonly cell: (RowsBehind & { readonly column: string }) | null
}

interface Parts {
  readonly askable: (call: Call, ontologyId: string) => Promise<Askable>
  readonly sources: OpenSources
  readonly conversations: Conversations
  readonly settings: Ports['settings']
  readonly now: Ports['now']
  readonly askSeconds: number
}

/** Explains the last answer of a conversation, from its stored artifacts and from the database. */
export class Explaining {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async explain(call: Call, request: ExplainRequest): Promise<Explained> {
    const { conversations, askable } = this.#parts
    const { ontologyId } = await conversations.find(call.caller, request.conversationId)
    const turn = await conversations.lastTurn(call.caller, request.conversationId)
    if (turn === undefined)
      throw new ToolError(
        'UNPROCESSABLE',
        'This conversation has no answer yet: ask or query something in it',
      )
    if (ontologyId === null) throw ontologyNotFound(request.conversationId)
    await using asked = await askable(call, ontologyId)
    if ((revisionOf(turn.artifacts) ?? asked.revision) !== asked.revision) throw answerOutdated()
    const answer = StructuredAnswer.parse(turn.answer)
    const reading = readingOf(turn.artifacts)
    if (reading === null) {
      if (request.row !== undefined) throw writtenByHand()
      return { turn, answer, reading, steps: [], cell: null }
    }
    const wanted = { from: asked.from, what: turn.question }
    const context = { now: turn.createdAt, timeZone: (await this.#parts.settings.of(call.caller)).timeZone }
    const found = await borrowSource(this.#parts, call, wanted, (source, signal) =>
      look(answer, reading.query, asked.ontology, request, runnerOn(source, asked.ontology, context, signal)),
    )
    const restatement = reading.restatement || restate(reading.query, asked.ontology)
    return { turn, answer, reading: { ...reading, restatement }, ...found }
  }
}

async function look(
  answer: StructuredAnswer,
  query: Query,
  ontology: Ontology,
  { row, column, maxRows }: ExplainRequest,
  runner: Runner,
): Promise<Pick<Explained, 'steps' | 'cell'>> {
  const joins = planJoins(query, ontology)
  const tree = 'status' in joins ? undefined : joins.trees.get(query)
  if (tree === undefined) throw answerOutdated()
  if (row === undefined) {
    const steps = await countSteps({ query, tree, ontology, rowCount: answer.row_count ?? 0 }, runner)
    return { steps, cell: null }
  }
  const at = columnOf(answer, query, column)
  const found = await rowsBehind({ query, tree, ontology, row: row - 1, column: at.index }, runner, maxRows)
  if (found === undefined) throw noRows(answer, row)
  return { steps: [], cell: { ...found, column: at.name } }
}

/** Default: the first figure, or the first column. */
function columnOf({ columns = [] }: StructuredAnswer, query: Query, wanted: string | undefined) {
  const folded = wanted?.trim().toLowerCase()
  const isWanted = (name: string) => name.toLowerCase() === folded
  const grouped = query.groupBy.map((key) => JSON.stringify(key))
  const figure = query.outputs.findIndex(({ expression }) => !grouped.includes(JSON.stringify(expression)))
  const index =
    wanted === undefined
      ? Math.max(0, figure)
      : columns.findIndex(({ name, label }) => isWanted(name) || isWanted(label))
  if (index === -1) {
    const available = columns.map(({ label }) => label)
    const message = `The answer has no column "${wanted}". Columns: ${available.join(', ')}`
    throw new ToolError('VALIDATION_ERROR', message, { parameter: 'column', available })
  }
  return { index, name: columns[index]?.label ?? '' }
}

function noRows({ row_count: count = 0 }: StructuredAnswer, row: number): ToolError {
  if (row > count) {
    const message =
      count === 0 ? 'The answer has no rows' : `The answer has ${count} rows: row is 1 to ${count}`
    return new ToolError('VALIDATION_ERROR', message, { parameter: 'row' })
  }
  return new ToolError(
    'UNPROCESSABLE',
    'The rows behind this value cannot be found: the answer joins several queries into one list, or the data has changed. Ask the parts one by one.',
  )
}

function writtenByHand(): ToolError {
  return new ToolError(
    'UNPROCESSABLE',
    'A person wrote the SQL of this answer, so the rows behind one value are not known. Its SQL tells how it came about.',
  )
}
