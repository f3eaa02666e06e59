import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from './store.ts'
import { addNote, emptyPlace, engines, notes, openAt, openTestStore, shareStore } from './test-store.ts'

const searchable = {
  name: 'notes',
  migrations: [
    ...notes.migrations,
    {
      id: '002-search',
      sql: `select quipu_searchable('notes')`,
    },
  ],
}

/** Made when the rows are there, with statistics that PostgreSQL would make when it likes. */
const indexed = {
  name: 'notes',
  migrations: [
    ...searchable.migrations,
    {
      id: '003-words',
      sql: `create index notes_words on notes using gin (text gin_trgm_ops); analyze notes`,
    },
  ],
}

describe.each(engines)('searching on %s', (engine) => {
  const shared = shareStore(engine, { modules: [searchable] })

  test('[S164] the view for searching shows the rows of the caller only, whatever a statement forgets', async () => {
    const store = shared()
    const [ana, ben] = [randomUUID(), randomUUID()]
    await store.query({ userId: ana }, addNote(ana, 'secret garden'))
    await store.query({ userId: ben }, addNote(ben, 'public garden'))
    const all = { sql: `select text from own_notes where text like '%garden%'`, parameters: [] }

    expect(await store.query({ userId: ana }, all)).toEqual([{ text: 'secret garden' }])
    expect(await store.query({ userId: ben }, all)).toEqual([{ text: 'public garden' }])
    await expect(store.query('everyone', all)).rejects.toMatchObject({ code: '42501' })
    const write = { sql: `update own_notes set text = 'x'`, parameters: [] }
    await expect(store.query({ userId: ana }, write)).rejects.toMatchObject({ code: '42501' })
  })

  test('[S915] it uses the index for texts, which the table itself does not under row-level security', async () => {
    const place = await emptyPlace(engine)
    const filled = await openAt(place, { modules: [searchable] })
    const ana = randomUUID()
    const many = `insert into notes (user_id, text) select $1, md5(g::text) || ' ' || md5((-g)::text) from generate_series(1, 5000) g`
    await filled.query({ userId: ana }, { sql: many, parameters: [ana] })
    await filled.query({ userId: ana }, addNote(ana, 'water the plants'))
    await filled.close()
    const store = await openAt(place, { modules: [indexed] })
    const plan = (from: string) => planOf(store, ana, `select id from ${from} where text like '%the plan%'`)

    expect(await plan('own_notes')).toContain('notes_words')
    expect(await plan('notes')).not.toContain('notes_words')
  })

  test('[S915] a search is planned for its words, also when it comes again and again', async () => {
    const store = await openTestStore(engine, { modules: [searchable] })
    const ana = randomUUID()
    await store.query({ userId: ana }, addNote(ana, 'one garden'))
    const search = { sql: 'select text from own_notes where text like $1', parameters: ['%garden%'] }
    for (let time = 0; time < 10; time += 1)
      expect(await store.query({ userId: ana }, search)).toEqual([{ text: 'one garden' }])

    const prepared = {
      sql: 'select count(*) as n from pg_prepared_statements where statement ~ $1',
      parameters: ['own_notes where'],
    }
    expect(await store.query({ userId: ana }, prepared)).toEqual([{ n: 0 }])
  })

  test('[S165] names that are spelt almost alike are found', async () => {
    const like = { sql: `select similarity('Katherine', 'Catherine') > 0.5 as alike`, parameters: [] }

    expect(await shared().query({ userId: randomUUID() }, like)).toEqual([{ alike: true }])
  })
})

async function planOf(store: Store, userId: string, sql: string): Promise<string> {
  const rows = await store.query<Record<string, string>>(
    { userId },
    { sql: `explain ${sql}`, parameters: [] },
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
