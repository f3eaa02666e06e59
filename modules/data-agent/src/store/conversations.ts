import type { Db, Json } from '@quipu/kit'
import { sql } from '@quipu/kit'
import { workspaceId } from './workspace-id.ts'
import { isId, queries } from './tables.ts'

export interface Owner {
  readonly userId: string
}

export interface Conversation {
  readonly id: string
  /** Null if the ontology was dropped. */
  readonly ontologyId: string | null
  readonly title: string
  readonly clientName: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Turn {
  /** 1 for the first. */
  readonly position: number
  readonly question: string
  readonly status: string
  /** The results of each phase. */
  readonly artifacts: Json
  readonly answer: Json
  readonly createdAt: Date
}

export class ConversationStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async start(
    owner: Owner,
    conversation: Pick<Conversation, 'title' | 'clientName'> & { readonly ontologyId: string },
    now: Date,
  ): Promise<Conversation> {
    const { ontologyId, title, clientName } = conversation
    const insert = queries
      .insertInto('conversations')
      .values({
        user_id: owner.userId,
        ontology_id: ontologyId === workspaceId ? null : ontologyId,
        is_workspace: ontologyId === workspaceId,
        title,
        client_name: clientName,
        created_at: now,
        updated_at: now,
      })
      .returning(columns)
    const [row] = await this.#db.query(owner, insert)
    // An insert returns its row or throws.
    return conversationFrom(row!)
  }

  async find(owner: Owner, id: string): Promise<Conversation | undefined> {
    if (!isId(id)) return undefined
    const select = queries.selectFrom('conversations').select(columns).where('id', '=', id)
    const [row] = await this.#db.query(owner, select.where('user_id', '=', owner.userId))
    return row && conversationFrom(row)
  }

  /** The latest first. */
  async list(owner: Owner, most: number): Promise<Conversation[]> {
    const select = queries
      .selectFrom('conversations')
      .select(columns)
      .where('user_id', '=', owner.userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(most)
    return (await this.#db.query(owner, select)).map(conversationFrom)
  }

  /** Of the newest conversations, those whose last turn has this status; the latest first. */
  async endingWith(
    owner: Owner,
    status: string,
    most: number,
  ): Promise<{ readonly id: string; readonly question: string; readonly askedAt: Date }[]> {
    const newest = queries
      .selectFrom('conversations')
      .select(['id', 'updated_at'])
      .where('user_id', '=', owner.userId)
      .orderBy('updated_at', 'desc')
      .limit(mostEnds)
    const select = queries
      .selectFrom(newest.as('c'))
      .innerJoinLateral(
        (each) =>
          each
            .selectFrom('conversation_turns as t')
            .select(['t.question', 't.status', 't.created_at'])
            .whereRef('t.conversation_id', '=', 'c.id')
            .where('t.user_id', '=', owner.userId)
            .orderBy('t.position', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .select(['c.id', 'last.question', 'last.created_at as askedAt'])
      .where('last.status', '=', status)
      .orderBy('c.updated_at', 'desc')
      .limit(most)
    return this.#db.query(owner, select)
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    if (!isId(id)) return false
    const gone = queries.deleteFrom('conversations').where('id', '=', id).where('user_id', '=', owner.userId)
    return (await this.#db.query(owner, gone.returning('id'))).length > 0
  }

  /** Returns its position, or undefined if the conversation is not this person's. Two concurrent turns get two positions. */
  async addTurn(
    owner: Owner,
    conversationId: string,
    turn: Pick<Turn, 'question' | 'status' | 'artifacts' | 'answer'>,
    now: Date,
  ): Promise<number | undefined> {
    if (!isId(conversationId)) return undefined
    return this.#db.transaction(owner, async (tx) => {
      const touched = await tx.query(
        queries
          .updateTable('conversations')
          .set({ updated_at: now })
          .where('id', '=', conversationId)
          .where('user_id', '=', owner.userId)
          .returning('id'),
      )
      if (touched.length === 0) return undefined
      const insert = queries
        .insertInto('conversation_turns')
        .values({
          user_id: owner.userId,
          conversation_id: conversationId,
          position: sql<number>`(select coalesce(max(position), 0) + 1 from conversation_turns
            where conversation_id = ${conversationId})`,
          question: turn.question,
          status: turn.status,
          artifacts: JSON.stringify(turn.artifacts),
          answer: JSON.stringify(turn.answer),
          created_at: now,
        })
        .returning('position')
      return (await tx.query(insert))[0]?.position
    })
  }

  /** The last ones, in the order they were asked. */
  async turns(owner: Owner, conversationId: string, most: number): Promise<Turn[]> {
    if (!isId(conversationId)) return []
    const select = queries
      .selectFrom('conversation_turns')
      .select(['position', 'question', 'status', 'artifacts', 'answer', 'created_at'])
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', owner.userId)
      .orderBy('position', 'desc')
      .limit(most)
    const rows = await this.#db.query(owner, select)
    return rows.reverse().map((row) => ({
      position: row.position,
      question: row.question,
      status: row.status,
      // Both come from JSON columns.
      artifacts: row.artifacts as Json,
      answer: row.answer as Json,
      createdAt: row.created_at,
    }))
  }
}

/** The number of conversations that are checked. */
const mostEnds = 50

const columns = [
  'id',
  'ontology_id',
  'is_workspace',
  'title',
  'client_name',
  'created_at',
  'updated_at',
] as const

interface Row {
  readonly id: string
  readonly ontology_id: string | null
  readonly is_workspace: boolean
  readonly title: string
  readonly client_name: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

function conversationFrom(row: Row): Conversation {
  return {
    id: row.id,
    ontologyId: row.is_workspace ? workspaceId : row.ontology_id,
    title: row.title,
    clientName: row.client_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
