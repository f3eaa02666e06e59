import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines, shareStore } from './test-store.ts'

const boards = {
  name: 'boards',
  migrations: [
    {
      id: '001-boards',
      sql: `create table boards (id uuid primary key, text text not null);
        select quipu_share('boards', '{admin,contributor}')`,
    },
  ],
}

describe.each(engines)('shared tables on %s', (engine) => {
  const store = shareStore(engine, { modules: [boards] })

  async function person(role: string, disabled = false) {
    const id = randomUUID()
    await store().query('everyone', {
      sql: `insert into users (id, email, role, disabled_at, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      parameters: [id, `${id}@example.com`, role, disabled ? new Date() : null],
    })
    return { userId: id }
  }
  const add = (id: string) => ({ sql: `insert into boards values ($1, 'x')`, parameters: [id] })
  const find = (id: string) => ({ sql: 'select text from boards where id = $1', parameters: [id] })
  const refused = { name: 'StatementError', code: '42501' }

  test('[S30] every account sees a shared row, nobody else does', async () => {
    const id = randomUUID()
    await store().query(await person('admin'), add(id))

    expect(await store().query(await person('viewer'), find(id))).toEqual([{ text: 'x' }])
    expect(await store().query('everyone', find(id))).toEqual([{ text: 'x' }])
    const seen = await store().transaction(await person('viewer'), async (tx) => {
      await tx.query({ sql: `select set_config('app.user_id', '', true)`, parameters: [] })
      return tx.query(find(id))
    })
    expect(seen).toEqual([])
  })

  test('[S30] only accounts of the named roles change one, and none that is disabled', async () => {
    const id = randomUUID()
    const viewer = await person('viewer')
    await store().query(await person('contributor'), add(id))
    const update = { sql: `update boards set text = 'y' where id = $1 returning id`, parameters: [id] }
    const remove = { sql: 'delete from boards where id = $1 returning id', parameters: [id] }

    await expect(store().query(viewer, add(randomUUID()))).rejects.toMatchObject(refused)
    await expect(store().query(await person('admin', true), add(randomUUID()))).rejects.toMatchObject(refused)
    await expect(store().query({ userId: randomUUID() }, add(randomUUID()))).rejects.toMatchObject(refused)
    expect(await store().query(viewer, update)).toEqual([])
    expect(await store().query(viewer, remove)).toEqual([])
    expect(await store().query(await person('admin'), update)).toEqual([{ id }])
    expect(await store().query(await person('admin'), remove)).toEqual([{ id }])
  })
})
