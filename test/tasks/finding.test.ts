import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '@quipu/kit'
import { asQuery } from '../environment/as-query.ts'
import { onEachEngine } from './on-each-engine.ts'
import type { Page } from './open-tasks.ts'

const sorts = ['created_at', 'title', 'due_date'].flatMap((sort_by) =>
  ['asc', 'desc'].map((sort_order) => ({ sort_by, sort_order })),
)
const foreignCursor = 'cursor does not belong to this list; leave it out to start again'

onEachEngine((installation) => {
  test('[T18] status and due dates choose, each day included', async () => {
    const ann = await installation().person()
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) await ann.add(day, { due_date: day })
    const { id } = await ann.add('undated')
    await ann.call('toggle_task_completion', { task_id: id })
    const sort_by = 'title'

    expect(await ann.titles({ sort_by, status: 'pending' })).toEqual([
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
    ])
    expect(await ann.titles({ sort_by, status: 'completed' })).toEqual(['undated'])
    expect(await ann.titles({ sort_by })).toHaveLength(4)
    expect(await ann.titles({ sort_by, due_after: '2026-12-02' })).toEqual(['2026-12-02', '2026-12-03'])
    expect(await ann.titles({ sort_by, due_before: '2026-12-02' })).toEqual(['2026-12-01', '2026-12-02'])
    expect(await ann.titles({ due_after: '2026-12-02', due_before: '2026-12-02' })).toEqual(['2026-12-02'])
  })

  test('[T908] deleted tasks are listed when asked for, and only then', async () => {
    const ann = await installation().person()
    const { id } = await ann.add('Gone')
    await ann.add('Here')
    await ann.call('delete_task', { task_id: id })

    expect(await ann.titles({ deleted: true })).toEqual(['Gone'])
    expect(await ann.titles()).toEqual(['Here'])
  })

  test('[T19] [T909] [T910] by default the newest comes first, and titles and due dates ascend', async () => {
    const { person, clock } = installation()
    const ann = await person()
    for (const [title, due_date] of [
      ['banana', undefined],
      ['Äpfel', '2026-12-02'],
      ['Zucker', '2026-12-01'],
      ['apfel 2', undefined],
    ] as const) {
      await ann.add(title, due_date === undefined ? {} : { due_date })
      clock.advance('1s')
    }

    expect(await ann.titles()).toEqual(['apfel 2', 'Zucker', 'Äpfel', 'banana'])
    expect(await ann.titles({ sort_order: 'asc' })).toEqual(['banana', 'Äpfel', 'Zucker', 'apfel 2'])
    expect(await ann.titles({ sort_by: 'title' })).toEqual(['Äpfel', 'apfel 2', 'banana', 'Zucker'])
    expect(await ann.titles({ sort_by: 'title', sort_order: 'desc' })).toEqual([
      'Zucker',
      'banana',
      'apfel 2',
      'Äpfel',
    ])
    expect(await ann.titles({ sort_by: 'due_date' })).toEqual(['Zucker', 'Äpfel', 'banana', 'apfel 2'])
    expect(await ann.titles({ sort_by: 'due_date', sort_order: 'desc' })).toEqual([
      'Äpfel',
      'Zucker',
      'apfel 2',
      'banana',
    ])
  })

  test('[T20] a page says how many there are, how many it has, and where the next begins', async () => {
    const { person, clock } = installation()
    const ann = await person()
    for (const title of ['one', 'two', 'three']) {
      await ann.add(title)
      clock.advance('1s')
    }
    const order = { sort_order: 'asc', limit: 2 }
    const first = await ann.list(order)
    const { message } = await ann.envelope('list_tasks', order)

    expect(message).toBe('Found 3 tasks, returned 2')
    expect(first).toMatchObject({ tasks: [{ title: 'one' }, { title: 'two' }], total: 3, returned: 2 })
    expect(first.next_cursor).toEqual(expect.any(String))
    expect(await ann.list({ ...order, cursor: first.next_cursor })).toMatchObject({
      tasks: [{ title: 'three' }],
      total: 3,
      returned: 1,
      next_cursor: null,
    })
    expect(await ann.list({ ...order, offset: 1, limit: 1 })).toMatchObject({
      tasks: [{ title: 'two' }],
      total: 3,
    })
    expect(await ann.list({ ...order, offset: 9 })).toEqual({
      tasks: [],
      total: 3,
      returned: 0,
      next_cursor: null,
    })
    expect(await ann.list({ offset: 2 ** 53 - 1 })).toMatchObject({ tasks: [], total: 3 })
  })

  test('[T20] without a limit a page has 50, and never more than 200', async () => {
    const ann = await installation().person()
    for (let count = 0; count < 51; count++) await ann.add(`Task ${count}`)

    expect(await ann.list()).toMatchObject({ returned: 50, total: 51 })
    expect(await ann.list({ limit: 200 })).toMatchObject({ returned: 51, next_cursor: null })
    expect(await ann.refusal('list_tasks', { limit: 201 })).toBe('limit exceeds maximum of 200')
  })

  test('[T160] a long list and a long search are counted so far and no further, and can be read to their end', async () => {
    const { person, watch } = installation()
    const ann = await person()
    await fill(watch.ports.db, ann.user.id, 10_001)

    const listed = await ann.call<Page>('list_tasks', { limit: 1, offset: 10_000 })
    const found = await ann.call<Page>('search_tasks', { keyword: 'number', limit: 1, offset: 10_000 })
    const exact = await ann.call<Page>('search_tasks', { keyword: 'number 1000' })
    const { message } = await ann.envelope('list_tasks', { limit: 1 })

    expect(listed).toMatchObject({
      total: 10_000,
      total_is_lower_bound: true,
      returned: 1,
      next_cursor: null,
    })
    expect(found).toMatchObject({ total: 1_000, total_is_lower_bound: true, returned: 1, next_cursor: null })
    expect(exact).toMatchObject({ total: 3, returned: 3 })
    expect(exact).not.toHaveProperty('total_is_lower_bound')
    expect(message).toBe('Found at least 10000 tasks, returned 1')
  })

  test('[T162] a keyword without three letters in a row is searched for in the newest 10,000 tasks', async () => {
    const { person, watch } = installation()
    const ann = await person()
    const old = await ann.add('Call Al')
    await fill(watch.ports.db, ann.user.id, 9_998)
    const young = await ann.add('Write to Al')
    const search = () => ann.call<Page>('search_tasks', { keyword: 'al' })

    const both = await search()
    expect(both).toMatchObject({
      tasks: [{ id: young.id }, { id: old.id }],
      total: 2,
      total_is_lower_bound: true,
    })
    await ann.add('One more')
    expect(await search()).toMatchObject({ tasks: [{ id: young.id }], total: 1, total_is_lower_bound: true })
    await ann.call('delete_task', { task_id: young.id })
    await ann.call('delete_task', { task_id: (await ann.list({ limit: 1 })).tasks[0]!.id })
    expect(await search()).toMatchObject({ tasks: [{ id: old.id }], total: 1 })
    expect(await search()).not.toHaveProperty('total_is_lower_bound')
  })

  test('[T161] a search reads the view that may use the index of words', async () => {
    const { person, watch } = installation()
    const ann = await person()
    watch.statements.length = 0
    await ann.call('search_tasks', { keyword: 'plants' })

    expect(watch.statements[0]?.sql.match(/from "\w+"/g)).toEqual(['from "own_tasks"', 'from "own_tasks"'])
  })

  test('[T21] following the cursor visits each task once, under every sort, while others come and go', async () => {
    const { person, clock } = installation()
    const due = { due_date: fc.constantFrom('2026-12-01', '2026-12-02') }
    const task = fc.record(
      { title: fc.constantFrom('a', 'A', 'ä', 'b', '-', '字'), ...due },
      { requiredKeys: ['title'] },
    )
    const plan = fc.record({
      given: fc.array(fc.record({ task, wait: fc.boolean() }), { minLength: 1, maxLength: 9 }),
      late: fc.array(task, { maxLength: 2 }),
      limit: fc.integer({ min: 1, max: 4 }),
      sort: fc.constantFrom(...sorts),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ given, late, limit, sort }) => {
        const ann = await person()
        const ids: number[] = []
        for (const { task, wait } of given) {
          if (wait) clock.advance('1s')
          ids.push((await ann.call('add_task', task)).id)
        }
        const seen: number[] = []
        const added: number[] = []
        for await (const page of ann.pages({ ...sort, limit })) {
          seen.push(...page.tasks.map(({ id }) => id))
          const [next] = late.splice(0, 1)
          if (next !== undefined) added.push((await ann.call('add_task', next)).id)
          // The task that the cursor stands on is the one that must not be missed when gone.
          const last = page.tasks.at(-1)
          if (last !== undefined) await ann.call('delete_task', { task_id: last.id })
        }
        expect(seen).toHaveLength(new Set(seen).size)
        expect(seen.filter((id) => !added.includes(id)).toSorted((a, b) => a - b)).toEqual(ids)
      }),
      { numRuns: 25 },
    )
  })

  test('[T22] a cursor serves its own list alone', async () => {
    const ann = await installation().person()
    for (const title of ['one', 'two', 'three']) await ann.add(title, { due_date: '2026-12-01' })
    const cursor = (await ann.list({ limit: 1 })).next_cursor

    expect(await ann.list({ limit: 2, cursor })).toMatchObject({ returned: 2 })
    for (const other of [
      { sort_by: 'title' },
      { sort_order: 'asc' },
      { status: 'pending' },
      { due_after: '2026-12-01' },
      { deleted: true },
    ]) {
      expect(await ann.refusal('list_tasks', { ...other, cursor })).toBe(foreignCursor)
    }
    expect(await ann.refusal('search_tasks', { keyword: 'o', cursor })).toBe(foreignCursor)
    expect(await ann.refusal('list_tasks', { cursor: 'x' })).toBe(foreignCursor)
    expect(await ann.refusal('list_tasks', { cursor, offset: 1 })).toBe(
      'cursor and offset cannot be combined; leave one of them out',
    )
  })

  test.for([
    ['%', ['100% sure']],
    ['_', ['snake_case']],
    ['\\', ['C:\\temp']],
    ['ÄPFEL', ['Äpfel holen']],
    ['äpfel', ['Äpfel holen']],
    ['strasse', ['Hauptstraße']],
    ['ПРИВЕТ', ['привет']],
    ['SURE', ['100% sure']],
    ['milk and', ['Shop']],
    ['ﬁnd', ['find ﬁles']],
    ['nothing like it', []],
  ] as const)('[T23] [T912] %s finds %j', async ([keyword, titles]) => {
    const ann = await installation().person()
    for (const title of [
      '100% sure',
      'snake_case',
      'C:\\temp',
      'Äpfel holen',
      'Hauptstraße',
      'привет',
      'find ﬁles',
    ]) {
      await ann.add(title)
    }
    await ann.add('Shop', { description: 'Milk\n and eggs' })

    expect(await ann.titles({ keyword }, 'search_tasks')).toEqual(titles)
  })

  test('[T23] a search follows an update, counts like a list and goes on by cursor', async () => {
    const ann = await installation().person()
    const { id } = await ann.add('Tea', { description: 'green' })
    await ann.add('Green tea')
    await ann.call('update_task', { task_id: id, title: 'Coffee' })

    expect(await ann.titles({ keyword: 'tea' }, 'search_tasks')).toEqual(['Green tea'])
    const first = await ann.call<{ next_cursor: string }>('search_tasks', { keyword: 'green', limit: 1 })
    expect(first).toMatchObject({ total: 2, returned: 1 })
    expect(
      await ann.call('search_tasks', { keyword: 'green', limit: 1, cursor: first.next_cursor }),
    ).toMatchObject({ total: 2, returned: 1, next_cursor: null })
    await ann.call('update_task', { task_id: id, description: null })
    expect(await ann.titles({ keyword: 'green' }, 'search_tasks')).toEqual(['Green tea'])
  })
})

async function fill(db: Db, userId: string, count: number): Promise<void> {
  const text = `'Number ' || g, 'number ' || g, 'number ' || g`
  await db.query(
    { userId },
    asQuery(
      `insert into tasks (user_id, title, title_folded, title_sort, created_at, updated_at)
        select $1, ${text}, now(), now() from generate_series(1, ${count}) g`,
      [userId],
    ),
  )
}
