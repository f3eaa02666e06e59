import { randomUUID } from 'node:crypto'
import type { Db, Json, Migration, Module } from '@quipu/kit'
import { defineModule, defineTool, queryBuilder, sql } from '@quipu/kit'
import { z } from 'zod'
import { ageEntity } from './copies.ts'

const queries = queryBuilder<{ plain_rows: { user_id: string; id: string; fields: Json } }>()

class Rows {
  readonly db: Db

  constructor(db: Db) {
    this.db = db
  }

  async add(userId: string, entities: readonly unknown[]): Promise<{ first: string }> {
    const rows = entities.map((fields) => ({ id: randomUUID(), fields }))
    const insert = queries
      .insertInto('plain_rows')
      .columns(['user_id', 'id', 'fields'])
      .expression(
        sql`select ${userId}::uuid, id, fields
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, fields jsonb)`,
      )
    await this.db.query({ userId }, insert)
    return { first: rows[0]!.id }
  }

  async one(userId: string, id: string): Promise<{ rows: unknown[] }> {
    const select = queries
      .selectFrom('plain_rows')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
    return { rows: await this.db.query({ userId }, select) }
  }
}

const addRows = defineTool({
  name: 'add_rows',
  title: 'Add rows',
  description: 'Inserts the same entities as plain JSON with one statement.',
  needs: 'rows:use',
  effect: 'write',
  input: z.object({ entities: z.array(z.record(z.string(), z.unknown())) }),
  output: z.object({ first: z.string() }),
  run: (rows: Rows, { entities }, { caller }) => rows.add(caller.userId, entities),
})

const readRow = defineTool({
  name: 'read_row',
  title: 'Read row',
  description: 'Reads one row by its primary key.',
  needs: 'rows:use',
  effect: 'read',
  input: z.object({ id: z.string() }),
  output: z.object({ rows: z.array(z.unknown()) }),
  run: (rows: Rows, { id }, { caller }) => rows.one(caller.userId, id),
})

const ageOne = defineTool({
  name: 'age_entity',
  title: 'Age entity',
  description: 'Adds older observations of an entity, to fill the store.',
  needs: 'rows:use',
  effect: 'write',
  input: z.object({ entity_id: z.string(), copy: z.int() }),
  output: z.object({ added: z.number() }),
  run: async (rows: Rows, { entity_id, copy }, { caller }) => ({
    added: await ageEntity(rows.db, caller, entity_id, copy),
  }),
})

/** The limit: what the same door and the same store cost without any truth. And what fills the store in bulk. */
export function plainRows(more: readonly Migration[]): Module {
  return defineModule({
    name: 'rows',
    title: 'Rows',
    instructions: ['For measuring.'],
    permissions: { 'rows:use': { says: 'Measure', roles: ['contributor', 'admin'] } },
    tools: [addRows, readRow, ageOne],
    migrations: [
      {
        id: '001-rows',
        sql: `create table plain_rows (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  fields jsonb not null,
  primary key (user_id, id)
);
select quipu_protect('plain_rows');`,
      },
      ...more,
    ],
    open: ({ db }) => new Rows(db),
  })
}
