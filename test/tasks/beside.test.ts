import { queryBuilder } from '@quipu/kit'
import { expect, test } from 'vitest'
import { onEachEngine } from './on-each-engine.ts'
import type { Page, Task } from './open-tasks.ts'

onEachEngine((installation) => {
  test('[T15] the purge removes, for everyone, what was deleted 30 days ago', async () => {
    const { person, clock, watch } = installation()
    const [ann, bob] = [await person(), await person()]
    const owned = [
      { owner: ann, task: await ann.add('Ann, old') },
      { owner: bob, task: await bob.add('Bob, old') },
    ]
    for (const { owner, task } of owned) await owner.call('delete_task', { task_id: task.id })
    const purge = watch.jobs.get('tasks.purge')
    const everyone = { everyone: true } as const
    expect(purge?.seconds).toBe(3600)

    await purge?.run(everyone)
    for (const { owner, task } of owned) await owner.call('restore_task', { task_id: task.id })
    for (const { owner, task } of owned) await owner.call('delete_task', { task_id: task.id })
    clock.advance('30d')
    const recent = await ann.add('Recent')
    await ann.call('delete_task', { task_id: recent.id })
    await purge?.run(everyone)

    const ids = [...owned.map(({ task }) => task.id), recent.id]
    const left = queryBuilder<{ tasks: { id: number } }>()
      .selectFrom('tasks')
      .select('id')
      .where('id', 'in', ids)
    expect(await watch.ports.db.query(everyone, left)).toEqual([{ id: recent.id }])
  })

  test('[T24] the account is the caller’s own', async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person({ role: 'viewer' })]

    for (const { user, role } of [
      { user: ann.user, role: 'contributor' },
      { user: bob.user, role: 'viewer' },
    ]) {
      const { body } = await user.call('get_my_user_info')
      expect(body.data).toEqual({
        id: user.id,
        email: user.email,
        name: expect.any(String),
        role,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      })
    }
  })

  test('[T25] the resources are the pending tasks and each task', async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person()]
    const [open, done] = [await ann.add('Open'), await ann.add('Done')]
    await ann.call('toggle_task_completion', { task_id: done.id })
    const read = async (who: typeof ann, uri: string) => {
      const { result } = await who.user.rpc('resources/read', { uri })
      const [contents] = (result?.['contents'] ?? []) as { text: string }[]
      return contents && (JSON.parse(contents.text) as Page & Task)
    }

    expect(await read(ann, 'tasks://list')).toMatchObject({ tasks: [open], total: 1 })
    expect(await read(ann, `tasks://task/${done.id}`)).toMatchObject({ title: 'Done', completed: true })
    expect(await read(bob, 'tasks://list')).toMatchObject({ tasks: [], total: 0 })
    for (const uri of [`tasks://task/${done.id}`, 'tasks://task/0', 'tasks://task/1e3', 'tasks://task/x']) {
      expect(await read(bob, uri)).toBeUndefined()
    }
  })

  test('[T913] a task id completes to the caller’s own, open ones first', async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await ann.add('First'), await ann.add('Second')]
    await ann.call('toggle_task_completion', { task_id: second.id })
    await bob.add('Other')
    const complete = async (value: string) => {
      const ref = { type: 'ref/resource', uri: 'tasks://task/{task_id}' }
      const { result } = await ann.user.rpc('completion/complete', {
        ref,
        argument: { name: 'task_id', value },
      })
      const completion = result?.['completion'] as { values: string[] } | undefined
      return completion?.values
    }

    expect(await complete('')).toEqual([first, second].map(({ id }) => String(id)))
    expect(await complete(String(second.id))).toEqual([String(second.id)])
    expect(await complete('%')).toEqual([])
  })

  test('[T26] the plan is for today where the caller lives, or for the given day', async () => {
    const { person, clock, watch } = installation()
    const ann = await person()
    await ann.add('Later', { due_date: '2099-01-02' })
    await ann.add('Sooner', { due_date: '2099-01-01' })
    await watch.ports.settings.change({ userId: ann.user.id }, { timeZone: 'Pacific/Kiritimati' })
    const get = async (values: object) => {
      const { result, error } = await ann.user.rpc('prompts/get', { name: 'plan_my_day', arguments: values })
      const [message] = (result?.['messages'] ?? []) as { content: { text: string } }[]
      return message?.content.text ?? error?.message ?? ''
    }
    const there = new Date(clock.now().valueOf() + 14 * 3_600_000).toISOString().slice(0, 10)

    expect(await get({})).toContain(`Plan my day for ${there}.`)
    const text = await get({ date: '2026-12-24' })
    expect(text).toContain('Plan my day for 2026-12-24.')
    expect(text.indexOf('Sooner')).toBeLessThan(text.indexOf('Later'))
    expect(await get({ date: 'tomorrow' })).toContain('date must be in YYYY-MM-DD format')
  })

  test('[T27] the same list by REST', async () => {
    const { person } = installation()
    const ann = await person({ path: '' })
    const bob = await person({ path: '' })
    const send = async (who: typeof ann, method: string, path: string, body?: object) => {
      const response = await who.user.api(method, `/api/tasks${path}`, body)
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown> & Task & Page,
      }
    }

    const added = await send(ann, 'POST', '', { title: ' By REST ', due_date: '2026-12-01' })
    expect(added).toMatchObject({ status: 201, body: { title: 'By REST', completed: false } })
    const one = `/${added.body.id}`
    expect(await send(ann, 'GET', one)).toEqual({ status: 200, body: added.body })
    expect(
      await send(ann, 'GET', '?status=pending&due_before=2026-12-01&keyword=rest&limit=1'),
    ).toMatchObject({
      status: 200,
      body: { tasks: [added.body], total: 1, returned: 1, next_cursor: null },
    })
    expect(await send(ann, 'PATCH', one, { completed: true, due_date: null })).toMatchObject({
      status: 200,
      body: { title: 'By REST', completed: true, due_date: null },
    })
    expect(await send(ann, 'GET', '?limit=0')).toMatchObject({ status: 400 })
    expect(await send(ann, 'GET', '?colour=red')).toMatchObject({ status: 400 })
    expect(await send(ann, 'POST', '', { title: '' })).toMatchObject({
      status: 400,
      body: { message: 'title is required and cannot be empty' },
    })
    for (const method of ['GET', 'DELETE']) {
      expect(await send(bob, method, one)).toMatchObject({
        status: 404,
        body: { message: `Task not found with id ${added.body.id}` },
      })
    }
    expect(await send(ann, 'DELETE', one)).toMatchObject({ status: 200, body: { id: added.body.id } })
    expect(await send(ann, 'GET', '?deleted=true')).toMatchObject({ body: { total: 1 } })
    expect(await send(ann, 'POST', `${one}/restore`)).toMatchObject({
      status: 200,
      body: { title: 'By REST' },
    })
    expect(await send(ann, 'DELETE', `${one}?permanent=true`)).toMatchObject({
      body: { restorable_until: null },
    })
    expect(await send(ann, 'GET', one)).toMatchObject({ status: 404 })
  })

  test('[T28] the nine tools are cheap to list', async () => {
    const ann = await installation().person()
    const { result } = await ann.user.rpc('tools/list')
    const tools = result?.['tools'] as object[]

    expect(tools).toHaveLength(9)
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(8000)
  })

  test('[T29] each call is one statement that names its owner', async () => {
    const { person, watch } = installation()
    const ann = await person()
    const { id } = await ann.add('Counted')
    const calls: [tool: string, input: object][] = [
      ['add_task', { title: 'Another' }],
      ['list_tasks', { status: 'pending', due_after: '2026-01-01', sort_by: 'due_date' }],
      ['search_tasks', { keyword: 'counted' }],
      ['toggle_task_completion', { task_id: id }],
      ['set_task_completion', { task_id: id, completed: true }],
      ['update_task', { task_id: id, title: 'Recounted', description: 'x', due_date: '2026-12-01' }],
      ['delete_task', { task_id: id }],
      ['restore_task', { task_id: id }],
      ['delete_task', { task_id: id, permanent: true }],
    ]
    for (const [tool, input] of calls) {
      watch.statements.length = 0
      await ann.call(tool, input)
      expect(watch.statements).toEqual([
        expect.objectContaining({ scope: expect.objectContaining({ userId: ann.user.id }) }),
      ])
      const sql = watch.statements[0]?.sql ?? ''
      expect(sql).toMatch(tool === 'add_task' ? /"user_id"/ : /user_id = \$/)
      const table = /"(?:own_)?tasks"/g
      expect(sql.match(table)?.length).toBe(sql.match(/\b(?:from|into|update) "(?:own_)?tasks"/g)?.length)
      expect(sql.match(/\bfrom "(?!(?:own_)?tasks")\w+"/)).toBeNull()
    }
  })
})
