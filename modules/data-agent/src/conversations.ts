import type { Caller, Db, Json } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { modelsOf } from './kept-artifacts.ts'
import { ConversationStore, type Conversation, type Turn } from './store/conversations.ts'
import { joined } from './store/joined.ts'
import { PreferenceStore, type ReadingPreference } from './store/preferences.ts'

export interface ConversationView {
  readonly id: string
  readonly title: string
  readonly ontology_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface TurnView {
  readonly question: string
  readonly status: string
  readonly answer: Json
  readonly asked_at: string
}

type Owner = Pick<Caller, 'userId'>

const mostShown = 200

/** The stored data of one question. */
export interface Note {
  /** Without it, a new conversation begins. */
  readonly conversationId: string | undefined
  readonly begun: Pick<Conversation, 'title' | 'clientName'> & { readonly ontologyId: string }
  readonly turn: Pick<Turn, 'question' | 'status' | 'artifacts' | 'answer'>
  /** Readings that the person chose permanently. */
  readonly choices: readonly Pick<ReadingPreference, 'ontologyId' | 'label' | 'choice'>[]
}

/** One person's questions and answers; those of others are not found. */
export class Conversations {
  readonly #db: Db
  readonly #store: ConversationStore

  constructor(db: Db) {
    this.#db = db
    this.#store = new ConversationStore(db)
  }

  async list(owner: Owner): Promise<readonly ConversationView[]> {
    return (await this.#store.list(owner, mostShown)).map(view)
  }

  async get(owner: Owner, id: string): Promise<ConversationView & { readonly turns: TurnView[] }> {
    const conversation = await this.find(owner, id)
    const turns = await this.#store.turns(owner, id, mostShown)
    return { ...view(conversation), turns: turns.map(turnView) }
  }

  /** The requests to a language model for each question. */
  async models(owner: Owner, id: string) {
    await this.find(owner, id)
    const turns = await this.#store.turns(owner, id, mostShown)
    return turns.map(({ question, createdAt, artifacts }) => ({
      question,
      asked_at: createdAt.toISOString(),
      models: modelsOf(artifacts).map((trace) => ({ ...trace, refused: [...trace.refused] })),
    }))
  }

  async remove(owner: Owner, id: string): Promise<ConversationView> {
    const conversation = await this.find(owner, id)
    if (!(await this.#store.remove(owner, id))) throw unknown(id)
    return view(conversation)
  }

  async find(owner: Owner, id: string): Promise<Conversation> {
    const conversation = await this.#store.find(owner, id)
    if (conversation === undefined) throw unknown(id)
    return conversation
  }

  /** Recent conversations that ended with a question back. */
  unanswered(owner: Owner, most: number) {
    return this.#store.endingWith(owner, 'clarification', most)
  }

  async lastTurn(owner: Owner, id: string): Promise<Turn | undefined> {
    return (await this.lastTurns(owner, id)).findLast(({ status }) => status === 'answered')
  }

  /** The last ones, the latest at the end. */
  lastTurns(owner: Owner, id: string): Promise<readonly Turn[]> {
    return this.#store.turns(owner, id, mostLookedAt)
  }

  /** Stores the question, answer and choices, all or nothing, and returns the conversation's id. */
  note(owner: Owner, { conversationId, begun, turn, choices }: Note, now: Date): Promise<string> {
    return this.#db.transaction(owner, async (tx) => {
      const db = joined(tx)
      const conversations = new ConversationStore(db)
      const id = conversationId ?? (await conversations.start(owner, begun, now)).id
      await conversations.addTurn(owner, id, turn, now)
      const preferences = new PreferenceStore(db)
      for (const choice of choices) await preferences.keep(owner, choice, now)
      return id
    })
  }
}

/** Questions without an answer may be between a follow-up and the answer that it follows. */
const mostLookedAt = 20

function view({ id, title, ontologyId, createdAt, updatedAt }: Conversation): ConversationView {
  return {
    id,
    title,
    ontology_id: ontologyId,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

function turnView({ question, status, answer, createdAt }: Turn): TurnView {
  return { question, status, answer, asked_at: createdAt.toISOString() }
}

function unknown(id: string): ToolError {
  return new ToolError('NOT_FOUND', 'Conversation not found', {
    conversation_id: id,
    knecta_code: 'CONVERSATION_NOT_FOUND',
  })
}
