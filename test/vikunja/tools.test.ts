import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenCost } from '../catalog/token-cost.ts'
import type { TestUser } from '../environment/test-user.ts'
import { answered, failure, openBridge, type TestBridge } from './open-bridge.ts'

interface Tasks {
  readonly tasks: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[]
}

describe.each([
  ['v1', '2.3'],
  ['v2', '2.5'],
] as const)('the tools, where Vikunja speaks %s', (_generation, version) => {
  let bridge: TestBridge
  let ana: TestUser
  beforeAll(async () => {
    bridge = await openBridge({ version })
  })
  afterAll(() => bridge[Symbol.asyncDispose]())
  // Each test has the 100 requests of a token of its own.
  beforeEach(() => {
    ana = bridge.guest(bridge.newToken())
  })

  const make = async (...tasks: object[]) =>
    (await answered<Tasks>(ana, 'create_tasks', { project: 'Home', tasks })).tasks
  const get = async (task: string | number) =>
    (await answered<{ task: Record<string, unknown> }>(ana, 'get_task', { task })).task
  const addLabel = (title: string) => bridge.fake.world.addLabel(bridge.ana, title).title

  test('[VK140] tasks are made with all that can be said of them, in the words in which they are read', async () => {
    const label = addLabel(`garden ${version}`)
    const fields = {
      title: 'Water the plants',
      description: '**Front** and back\n\n- [ ] roses\n- [x] basil',
      due: '2026-11-20T17:00+01:00',
      start: '2026-11-19T08:00+01:00',
      end: '2026-11-21T08:00+01:00',
      priority: 4,
      percent_done: 50,
      color: '00ff00',
      favorite: true,
      repeat: '3d after completion',
      reminders: ['1h before due', '2026-11-18T09:00+01:00'],
    }
    const [made] = await make({ ...fields, labels: [label.toUpperCase()], assignees: ['me'] })
    const read = await get(made?.id ?? 0)

    expect(read).toMatchObject({
      ...fields,
      reminders: expect.any(Array) as string[],
      labels: [label],
      assignees: ['ana'],
      done: false,
    })
    expect((read['reminders'] as string[]).toSorted()).toEqual(fields.reminders.toSorted())
  })

  test('[VK141] a day without a time is a whole day in the time zone of the person', async () => {
    const [made] = await make({ title: 'Whole day', due: '2026-07-01', start: '2026-07-01' })
    expect(await get(made?.id ?? 0)).toMatchObject({
      start: '2026-07-01T00:00+02:00',
      due: '2026-07-01T23:59+02:00',
    })
    expect(
      (await failure(ana, 'create_tasks', { tasks: [{ title: 'x', due: '2026-02-30' }] })).message,
    ).toContain('is no date')
  })

  test('[VK142] a change names what changes and leaves the rest, and a description that reads the same stays byte for byte', async () => {
    const html = '<p>Call <u>Bo</u> at <span style="color:red">9</span></p>'
    const { id } = bridge.fake.world.addTask(bridge.home, bridge.ana, {
      title: 'Call',
      description: html,
      priority: 3,
    })
    const before = await get(id)
    const { tasks } = await answered<Tasks>(ana, 'update_tasks', {
      tasks: [id],
      due: '2026-12-24',
      description: before['description'],
      priority: 3,
    })

    expect(tasks).toMatchObject([{ id, changed: { due: '2026-12-24T23:59+01:00' } }])
    expect(Object.keys(tasks[0]?.['changed'] as object)).toEqual(['due'])
    expect(bridge.fake.world.tasks.get(id)).toMatchObject({ description: html, priority: 3 })
    await answered(ana, 'update_tasks', { tasks: [id], due: 'none' })
    expect(await get(id)).not.toHaveProperty('due')
  })

  test('[VK143] [VK921] several tasks are completed, reopened and moved at once; one that fails is reported beside the others', async () => {
    const made = await make({ title: 'One' }, { title: 'Two' })
    const work = bridge.fake.world.addProject(bridge.ana, `Work ${version}`).id
    const tasks = made.map(({ id }) => id)
    await answered(ana, 'update_tasks', { tasks, done: true })
    expect(await get(tasks[0] ?? 0)).toMatchObject({ done: true })
    await answered(ana, 'update_tasks', { tasks, done: false, project: `work ${version}` })
    expect(await get(tasks[1] ?? 0)).toMatchObject({ done: false, project_id: work })
    await answered(ana, 'update_tasks', { tasks: tasks.slice(0, 1), bucket: 'doing' })
    expect(await get(tasks[0] ?? 0)).toMatchObject({ buckets: ['Doing'] })

    const unknown = await failure(ana, 'update_tasks', { tasks: [...tasks, 999_999], done: true })
    expect(unknown.code).toBe('NOT_FOUND')
    expect(await get(tasks[1] ?? 0)).toMatchObject({ done: false })
  })

  test('[VK922] a task that cannot be changed is reported beside the others', async () => {
    const tasks = (await make({ title: 'One' }, { title: 'Two' })).map(({ id }) => id)
    let failures = 1
    bridge.fake.intercept = ({ method }, response) => {
      if (method === 'GET' || failures === 0) return false
      failures -= 1
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"no"}')
      return true
    }
    const answer = await answered<Tasks>(ana, 'update_tasks', { tasks, done: true })
    bridge.fake.intercept = () => false

    expect(answer.tasks).toMatchObject([
      { id: tasks[0], error: 'You may not do this in Vikunja' },
      { id: tasks[1], changed: { done: true } },
    ])
    expect([(await get(tasks[0] ?? 0))['done'], (await get(tasks[1] ?? 0))['done']]).toEqual([false, true])
  })

  test('[VK144] labels and people come and go without touching the others', async () => {
    const [first, second] = [addLabel(`first ${version}`), addLabel(`second ${version}`)]
    const [made] = await make({ title: 'Labelled', labels: [first], assignees: ['me'] })
    await answered(ana, 'update_tasks', { tasks: [made?.id], add_labels: [second] })
    expect((await get(made?.id ?? 0))['labels']).toEqual(expect.arrayContaining([first, second]))
    await answered(ana, 'update_tasks', { tasks: [made?.id], remove_labels: [first], unassign: ['ana'] })
    expect(await get(made?.id ?? 0)).toMatchObject({ labels: [second] })
    expect(await get(made?.id ?? 0)).not.toHaveProperty('assignees')
  })

  test('[VK145] expected_updated refuses a change of a task that has changed since', async () => {
    const [made] = await make({ title: 'Contested' })
    const seen = await get(made?.id ?? 0)
    bridge.app.clock.advance('5s')
    await answered(ana, 'update_tasks', { tasks: [made?.id], priority: 1 })
    const late = { tasks: [made?.id], priority: 5, expected_updated: seen['updated'] }

    expect(await failure(ana, 'update_tasks', late)).toMatchObject({ code: 'CONFLICT' })
    expect(await get(made?.id ?? 0)).toMatchObject({ priority: 1 })
    const now = await get(made?.id ?? 0)
    await answered(ana, 'update_tasks', { ...late, expected_updated: now['updated'] })
  })

  test('[VK146] [H332] a dry run says what would happen, writes nothing and is audited as one', async () => {
    const [made] = await make({ title: 'Dry' })
    const id = made?.id ?? 0
    const [other, gone] = await make({ title: 'Damp' }, { title: 'Gone' })
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', { tasks: [gone?.id] })
    const writes = () => bridge.fake.requests.filter(({ line }) => !line.startsWith('GET ')).length
    const before = writes()
    const calls: [string, object][] = [
      ['update_tasks', { tasks: [id], done: true, title: 'Wet' }],
      ['create_tasks', { project: 'Home', tasks: [{ title: 'Another' }] }],
      ['delete_tasks', { tasks: [id] }],
      ['save_project', { title: 'Nowhere' }],
      ['set_up_board', { project: 'Home', columns: [{ title: 'New' }] }],
      ['delete_item', { kind: 'project', item: 'Home' }],
      ['comment_on_task', { task: id, text: 'Dry' }],
      ['relate_tasks', { task: id, kind: 'subtask', other: other?.id }],
      ['save_label', { title: 'Dry' }],
      ['mark_notifications', {}],
      ['restore_tasks', { undo }],
    ]
    for (const [tool, input] of calls)
      expect(await answered(ana, tool, { ...input, dry_run: true })).toMatchObject({ dry_run: true })
    expect(writes()).toBe(before)
    const outcomes = async () =>
      (await bridge.app.host.audit.list({})).rows.flatMap(({ outcome, resourceId }) =>
        outcome === 'dry_run' ? [resourceId] : [],
      )
    await expect.poll(outcomes).toEqual(expect.arrayContaining(calls.map(([tool]) => tool)))
  })

  test('[VK147] the same idempotency key makes one task', async () => {
    const input = {
      project: 'Home',
      tasks: [{ title: `Once ${version}` }],
      idempotency_key: `once ${version}`,
    }
    const answers = [await answered(ana, 'create_tasks', input), await answered(ana, 'create_tasks', input)]
    const named = [...bridge.fake.world.tasks.values()].filter(({ title }) => title === `Once ${version}`)

    expect(answers[0]).toEqual(answers[1])
    expect(named).toHaveLength(1)
  })

  test('[VK155] "done" and a column that means the opposite are refused', async () => {
    const [made] = await make({ title: 'Torn' })
    const move = (bucket: string, done: boolean) =>
      failure(ana, 'update_tasks', { tasks: [made?.id], bucket, done })
    expect(await move('Done', false)).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await move('Doing', true)).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('[VK149] [VK924] tasks are found by text, project, label, person, time and filter, and 50 of them cost at most 3,000 tokens', async () => {
    const project = bridge.fake.world.addProject(bridge.ana, `Crowd ${version}`, { identifier: 'CRWD' }).id
    const label = addLabel(`busy ${version}`)
    for (let from = 0; from < 2; from += 1)
      await answered(ana, 'create_tasks', {
        project,
        tasks: Array.from({ length: 30 }, (_, number) => ({
          title: `Write the report about the project number ${from * 30 + number}`,
          due: '2026-11-20',
          priority: 3,
          labels: [label],
          assignees: ['me'],
        })),
      })
    const page = await answered<Tasks & { next_page: number }>(ana, 'find_tasks', { project })

    expect([page.tasks.length, page.next_page]).toEqual([50, 2])
    expect(tokenCost(JSON.stringify(page))).toBeLessThanOrEqual(3000)
    const count = async (input: object) =>
      (await answered<Tasks>(ana, 'find_tasks', { project, limit: 100, ...input })).tasks.length
    expect(await count({ text: 'number 7' })).toBe(1)
    expect(await count({ label, assignee: 'ana', due: 'overdue' })).toBe(0)
    expect(await count({ filter: 'priority >= 4' })).toBe(0)
    expect(await count({ filter: `labels in "${label.toUpperCase()}" && assignees in me` })).toBe(50)
    expect(await count({ filter: 'priority = 3', page: 2, limit: 50 })).toBe(10)
    expect(await count({ done: true })).toBe(0)
  })

  test('[VK150] comments, boards, projects, labels, people, teams and notifications have their tools', async () => {
    const title = `Garden ${version}`
    const { project } = await answered<{ project: { id: number } }>(ana, 'save_project', {
      title,
      parent: 'Home',
      identifier: `G${version[0]}`,
    })
    await answered(ana, 'set_up_board', {
      project: title,
      columns: [{ title: 'Ideas' }, { title: 'Doing', limit: 3 }],
    })
    const { project: full } = await answered<{ project: Record<string, unknown> }>(ana, 'get_project', {
      project: `home / ${title}`,
    })
    expect(full).toMatchObject({ id: project.id, title: `Home / ${title}`, tasks: { open: 0 } })
    expect(full['buckets']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Doing', limit: 3 }),
        expect.objectContaining({ title: 'Ideas' }),
      ]),
    )
    await answered(ana, 'delete_item', { kind: 'bucket', item: 'Ideas', project: title })
    await answered(ana, 'save_project', { project: title, archived: true })
    expect(JSON.stringify(await answered(ana, 'list_projects', { archived: true }))).toContain(title)

    const { label } = await answered<{ label: { id: number } }>(ana, 'save_label', {
      title: `l ${version}`,
      color: 'ff0000',
    })
    await answered(ana, 'save_label', { label: label.id, title: `m ${version}` })
    expect(await answered(ana, 'find_names', { kind: 'labels', text: `M ${version}` })).toMatchObject({
      found: [{ id: label.id, color: 'ff0000' }],
    })
    await answered(ana, 'delete_item', { kind: 'label', item: `m ${version}` })
    expect(await answered(ana, 'find_names', { kind: 'people', text: 'ana' })).toMatchObject({
      found: [{ username: 'ana' }],
    })
    bridge.fake.world.addTeam(`Team ${version}`, [{ user: bridge.ana, admin: true }])
    expect(await answered(ana, 'find_names', { kind: 'teams', text: `Team ${version}` })).toMatchObject({
      found: [{ members: ['ana'] }],
    })

    const [task] = await make({ title: 'Talk' })
    const { comment } = await answered<{ comment: { id: number } }>(ana, 'comment_on_task', {
      task: task?.id,
      text: 'First',
    })
    await answered(ana, 'comment_on_task', { task: task?.id, comment: comment.id, text: 'Second' })
    expect(await get(task?.id ?? 0)).toMatchObject({ comments: [{ text: 'Second', by: 'ana' }] })
    await answered(ana, 'delete_item', { kind: 'comment', item: comment.id, task: task?.id })
    expect(await get(task?.id ?? 0)).not.toHaveProperty('comments')
    expect(await answered(ana, 'list_notifications')).toHaveProperty('notifications')
    expect(await answered(ana, 'mark_notifications')).toEqual({ marked: 'all' })
  })

  test('[VK151] the day has what is overdue, due today and due within a week', async () => {
    bridge.fake.world.addProject(bridge.ana, `Day ${version}`)
    const at = bridge.app.clock.now().getTime()
    const day = (shift: number) => new Date(at + shift * 86_400_000).toISOString()
    const tasks = [
      { title: `late ${version}`, due: day(-1) },
      { title: `soon ${version}`, due: day(3) },
    ]
    await answered(ana, 'create_tasks', { project: `Day ${version}`, tasks })
    const found = await answered<Record<string, { title: string }[]>>(ana, 'get_my_day')

    expect(found['overdue']?.map(({ title }) => title)).toContain(`late ${version}`)
    expect(found['week']?.map(({ title }) => title)).toContain(`soon ${version}`)
    expect(found['now']).toBeDefined()
  })

  test('[VK152] [VK153] a task is given by id, PROJ-12, #12, address or title; the error for an ambiguous one lists all matches', async () => {
    const plain = bridge.fake.world.addProject(bridge.ana, `Plain ${version}`).id
    const { id } = bridge.fake.world.addTask(plain, bridge.ana, { title: `Lonely ${version}`, index: 777 })
    const home = bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'At home' })
    for (const named of [
      id,
      String(id),
      '#777',
      `lonely ${version}`,
      `https://vikunja.example/tasks/${id}`,
      `${bridge.fake.url}/tasks/${id}`,
      `vikunja://tasks/${id}`,
    ])
      expect(await get(named)).toMatchObject({ id })
    expect(await get(`home-${home.index}`)).toMatchObject({ id: home.id })
    expect(await answered(ana, 'get_task', { task: `#${home.index}`, project: 'HOME' })).toMatchObject({
      task: { id: home.id },
    })

    const twins = [1, 2].map(
      () => bridge.fake.world.addTask(plain, bridge.ana, { title: `Twin ${version}` }).id,
    )
    const several = await failure(ana, 'update_tasks', { tasks: [`twin ${version}`], done: true })
    expect(new Set(several.candidates?.map((each) => each.id))).toEqual(new Set(twins))
    expect(several.message).toContain(`in Plain ${version}`)
    for (const title of ['Ana', 'ana']) bridge.fake.world.addProject(bridge.ana, `${title} ${version}`)
    expect((await failure(ana, 'find_tasks', { project: `ANA ${version}` })).candidates).toHaveLength(2)
    expect((await failure(ana, 'find_tasks', { project: 'Hom' })).message).toContain(
      'There is no project "Hom"',
    )
    expect((await failure(ana, 'get_task', { task: 'https://elsewhere.example/tasks/1' })).message).toContain(
      'another server',
    )
  })

  test('[VK154] [VK928] resources show projects, tasks, labels, teams and people, and ids are completed by name', async () => {
    const label = bridge.fake.world.addLabel(bridge.ana, `shown ${version}`).id
    const team = bridge.fake.world.addTeam(`Shown ${version}`, [{ user: bridge.ana, admin: true }]).id
    const task = bridge.fake.world.addTask(bridge.home, bridge.ana, { title: `Shown ${version}` }).id
    const read = async (uri: string) => JSON.stringify((await ana.rpc('resources/read', { uri })).result)
    const all: [string, string][] = [
      [`projects/${bridge.home}`, 'Home'],
      [`tasks/${task}`, `Shown ${version}`],
      [`labels/${label}`, `shown ${version}`],
      [`teams/${team}`, `Shown ${version}`],
      [`users/${bridge.ana}`, 'ana'],
    ]
    for (const [place, words] of all) expect(await read(`vikunja://${place}`)).toContain(words)
    expect((await ana.rpc('resources/read', { uri: 'vikunja://tasks/999999' })).error).toBeDefined()
    for (const [kind, id, typed] of [
      ['projects', bridge.home, 'hom'],
      ['labels', label, `SHOWN ${version}`],
      ['teams', team, 'shown'],
      ['users', bridge.ana, 'an'],
      ['tasks', task, `Shown ${version}`],
    ] as const) {
      const { result } = await ana.rpc('completion/complete', {
        ref: { type: 'ref/resource', uri: `vikunja://${kind}/{id}` },
        argument: { name: 'id', value: typed },
      })
      expect(result?.['completion']).toMatchObject({
        values: expect.arrayContaining([String(id)]) as string[],
      })
    }
  })
})
