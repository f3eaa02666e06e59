import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onEachEngine } from './on-each-engine.ts'
import type { Task } from './open-tasks.ts'

onEachEngine((installation) => {
  test('[T1] an answer is the envelope, and its text block the same as JSON', async () => {
    const { person } = installation()
    const { raw, body } = await (await person()).user.call('add_task', { title: 'Buy milk' })

    expect(body).toMatchObject({ status: 'success', message: 'Task created', data: { title: 'Buy milk' } })
    expect(raw['content']).toEqual([{ type: 'text', text: JSON.stringify(body) }])
  })

  test('[T3] a refusal is an error envelope and writes nothing', async () => {
    const ann = await installation().person()

    expect(await ann.envelope('add_task', { title: ' ', due_date: '2026-02-30' })).toEqual({
      status: 'error',
      message: 'title is required and cannot be empty',
      data: null,
    })
    expect(await ann.refusal('add_task', { title: 'a', due_date: '2026-02-30' })).toBe(
      'due_date must be in YYYY-MM-DD format',
    )
    expect(await ann.list()).toMatchObject({ total: 0 })
  })

  test('[T5] a title is kept clean and trimmed, whatever it is written in', async () => {
    const ann = await installation().person()

    expect(await ann.add(' Ö\u200Bl\n kaufen 👨‍👩‍👧 ')).toMatchObject({ title: 'Öl  kaufen 👨‍👩‍👧' })
    expect((await ann.add('🎉'.repeat(200))).title).toHaveLength(400)
    expect((await ann.add('ﷺ'.repeat(200))).title).toHaveLength(200)
  })

  test('[T903] an empty description is null', async () => {
    const ann = await installation().person()

    expect(await ann.add('a', { description: ' \n ' })).toMatchObject({ description: null })
    expect(await ann.add('a', { description: 'one\r\ntwo ' })).toMatchObject({ description: 'one\ntwo' })
  })

  test('[T7] a due date comes back as the day it was', async () => {
    const ann = await installation().person()
    for (const due_date of ['0001-01-01', '1883-11-18', '2024-02-29', '9999-12-31']) {
      expect(await ann.add('a', { due_date })).toMatchObject({ due_date })
    }
  })

  test.for([1, 2 ** 31, 2 ** 53 - 1])(
    '[T904] a task_id that nothing of mine has is not found: %i',
    async (task_id) => {
      const ann = await installation().person()
      for (const tool of ['toggle_task_completion', 'delete_task', 'restore_task']) {
        expect(await ann.refusal(tool, { task_id })).toBe(`Task not found with id ${task_id}`)
      }
    },
  )

  test("[T9] someone else's task is not found and stays as it is", async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person({ role: 'admin' })]
    const task = await ann.add('Secret', { description: 'Plan' })
    const { id } = task
    const message = `Task not found with id ${id}`

    expect(await bob.refusal('toggle_task_completion', { task_id: id })).toBe(message)
    expect(await bob.refusal('set_task_completion', { task_id: id, completed: true })).toBe(message)
    expect(await bob.refusal('update_task', { task_id: id, title: 'Mine' })).toBe(message)
    expect(await bob.refusal('delete_task', { task_id: id })).toBe(message)
    expect(await bob.refusal('delete_task', { task_id: id, permanent: true })).toBe(message)
    expect(await bob.refusal('restore_task', { task_id: id })).toBe(message)
    expect(await bob.list()).toMatchObject({ tasks: [], total: 0 })
    expect(await bob.titles({ keyword: 'Secret' }, 'search_tasks')).toEqual([])
    expect((await ann.list()).tasks).toEqual([task])
  })

  test('[T4] completing a done task keeps the first completion time', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const { id } = await ann.add('Water the plants')
    const done = await ann.call('set_task_completion', { task_id: id, completed: true })
    clock.advance('1h')
    const again = await ann.call('set_task_completion', { task_id: id, completed: true })

    expect(done).toMatchObject({ completed: true, completed_at: done.updated_at })
    expect(again).toEqual(done)
    expect(await ann.call('set_task_completion', { task_id: id, completed: false })).toMatchObject({
      completed: false,
      completed_at: null,
      updated_at: clock.now().toISOString(),
    })
  })

  test('[T10] toggling completes, and toggling again reopens', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const { id } = await ann.add('Water the plants')
    clock.advance('1m')
    const now = clock.now().toISOString()

    expect(await ann.envelope('toggle_task_completion', { task_id: id })).toMatchObject({
      message: 'Task marked as completed',
      data: { completed: true, completed_at: now, updated_at: now },
    })
    expect(await ann.envelope('toggle_task_completion', { task_id: id })).toMatchObject({
      message: 'Task marked as pending',
      data: { completed: false, completed_at: null },
    })
  })

  test('[T11] [T342] an update changes the given fields and no other', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const field = {
      title: fc.constantFrom('Milk', 'Bread'),
      description: fc.constantFrom(null, 'Two', 'Three'),
      due_date: fc.constantFrom(null, '2026-12-01', '2026-12-02'),
    }
    const changes = fc.record(field, { requiredKeys: [] }).filter((some) => Object.keys(some).length > 0)
    let task = await ann.add('Eggs')
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        clock.advance('1s')
        const isSame = Object.entries(some).every(([name, value]) => task[name as keyof Task] === value)
        const updated_at = isSame ? task.updated_at : clock.now().toISOString()
        const changed = await ann.call('update_task', { task_id: task.id, ...some })
        expect(changed).toEqual({ ...task, ...some, updated_at })
        task = changed
      }),
      { numRuns: 30 },
    )
  })

  test('[T341] an update without a field is refused', async () => {
    const ann = await installation().person()
    const { id } = await ann.add('Eggs')
    expect(await ann.refusal('update_task', { task_id: id })).toBe(
      'title, description or due_date is required',
    )
  })

  test('[T12] a deleted task is gone from everywhere at once', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const { id } = await ann.add('Old plan')
    const restorable_until = new Date(clock.now().valueOf() + 30 * 86_400_000).toISOString()

    expect(await ann.envelope('delete_task', { task_id: id })).toEqual({
      status: 'success',
      message: 'Task was deleted',
      data: { id, title: 'Old plan', restorable_until },
    })
    const message = `Task not found with id ${id}`
    expect(await ann.refusal('delete_task', { task_id: id })).toBe(message)
    expect(await ann.refusal('toggle_task_completion', { task_id: id })).toBe(message)
    expect(await ann.refusal('update_task', { task_id: id, title: 'New plan' })).toBe(message)
    expect(await ann.list()).toMatchObject({ total: 0 })
    expect(await ann.titles({ keyword: 'plan' }, 'search_tasks')).toEqual([])
  })

  test('[T13] permanent deletes for good, also what is hidden already', async () => {
    const ann = await installation().person()
    const [shown, hidden] = [await ann.add('Shown'), await ann.add('Hidden')]
    await ann.call('delete_task', { task_id: hidden.id })

    for (const { id, title } of [shown, hidden]) {
      expect(await ann.envelope('delete_task', { task_id: id, permanent: true })).toMatchObject({
        message: 'Task was permanently deleted',
        data: { id, title, restorable_until: null },
      })
      expect(await ann.refusal('restore_task', { task_id: id })).toBe(`Task not found with id ${id}`)
      expect(await ann.refusal('delete_task', { task_id: id, permanent: true })).toBe(
        `Task not found with id ${id}`,
      )
    }
  })

  test('[T14] [T908] [T907] a task can be restored for 30 days and not later', async () => {
    const { person, clock } = installation()
    const ann = await person()
    const [kept, lost] = [await ann.add('Kept'), await ann.add('Lost')]
    await ann.call('delete_task', { task_id: lost.id })
    clock.advance('1s')
    await ann.call('delete_task', { task_id: kept.id })
    clock.advance(`${30 * 86_400 - 1}s`)

    expect(await ann.titles({ deleted: true })).toEqual(['Kept'])
    expect(await ann.refusal('restore_task', { task_id: lost.id })).toBe(`Task not found with id ${lost.id}`)
    const restored = await ann.call('restore_task', { task_id: kept.id })
    expect(restored).toEqual({ ...kept, updated_at: clock.now().toISOString() })
    clock.advance('1h')
    expect(await ann.call('restore_task', { task_id: kept.id })).toEqual(restored)
    expect((await ann.list()).tasks).toEqual([restored])
  })

  test('[T16] a dry run of a deletion changes nothing and notifies nobody', async () => {
    const { person, watch } = installation()
    const ann = await person()
    const task = await ann.add('Precious')
    const heard = watch.changes.length

    for (const permanent of [false, true]) {
      const { message } = await ann.envelope('delete_task', { task_id: task.id, permanent, dry_run: true })
      expect(message).toBe(permanent ? 'Task would be permanently deleted' : 'Task would be deleted')
    }
    expect((await ann.list()).tasks).toEqual([task])
    expect(watch.changes).toHaveLength(heard)
  })

  test('[T17] the owner is notified of each change, for the list and for the task', async () => {
    const { person, watch } = installation()
    const ann = await person()
    const { id } = await ann.add('Plan')
    const steps: [tool: string, input: object][] = [
      ['update_task', { task_id: id, title: 'Better plan' }],
      ['toggle_task_completion', { task_id: id }],
      ['set_task_completion', { task_id: id, completed: false }],
      ['delete_task', { task_id: id }],
      ['restore_task', { task_id: id }],
      ['delete_task', { task_id: id, permanent: true }],
    ]
    for (const [tool, input] of steps) {
      watch.changes.length = 0
      await ann.call(tool, input)
      expect(watch.changes).toEqual(
        ['tasks://list', `tasks://task/${id}`].map((uri) => ({ kind: 'resource', uri, userId: ann.user.id })),
      )
    }
    watch.changes.length = 0
    await ann.refusal('delete_task', { task_id: id })
    expect(watch.changes).toEqual([])
  })
})
