import type { Caller, Json } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Conversation, ConversationStore, Turn } from './store/conversations.ts'

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

/** One person's questions and answers; someone else's are not found. */
export class Conversations {
  readonly #store: ConversationStore

  constructor(store: ConversationStore) {
    this.#store = store
  }

  async list(owner: Owner): Promise<readonly ConversationView[]> {
    return (await this.#store.list(owner, mostShown)).map(view)
  }

  async get(owner: Owner, id: string): Promise<ConversationView & { readonly turns: TurnView[] }> {
    const conversation = await this.find(owner, id)
    const turns = await this.#store.turns(owner, id, mostShown)
    return { ...view(conversation), turns: turns.map(turnView) }
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

  async lastTurn(owner: Owner, id: string): Promise<Turn | undefined> {
    const turns = await this.#store.turns(owner, id, mostLookedAt)
    return turns.findLast(({ status }) => status === 'answered')
  }

  /** Notes what was asked and answered, in a conversation of its own unless one is given. */
  async note(
    owner: Owner,
    conversationId: string | undefined,
    begun: { readonly ontologyId: string; readonly title: string; readonly clientName: string | null },
    turn: Pick<Turn, 'question' | 'status' | 'artifacts' | 'answer'>,
    now: Date,
  ): Promise<string> {
    const id = conversationId ?? (await this.#store.start(owner, begun, now)).id
    await this.#store.addTurn(owner, id, turn, now)
    return id
  }
}

/** Questions that led to no answer stand between a follow-up and what it follows. */
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
