import { vikunja } from '@quipu/vikunja'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenCost } from '../catalog/token-cost.ts'
import type { TestUser } from '../environment/test-user.ts'
import { answered, failure, openBridge, type TestBridge } from './open-bridge.ts'

describe.each([
  ['v1', '2.3'],
  ['v2', '2.5'],
] as const)('careful tools, where Vikunja speaks %s', (_generation, version) => {
  let bridge: TestBridge
  let ana: TestUser
  beforeAll(async () => {
    bridge = await openBridge({ version })
  })
  afterAll(() => bridge[Symbol.asyncDispose]())
  beforeEach(() => {
    ana = bridge.guest(bridge.newToken())
  })

  const addTask = (title: string, more: object = {}) =>
    bridge.fake.world.addTask(bridge.home, bridge.ana, { title, ...more })
  const addProject = (title: string, more: object = {}) =>
    bridge.fake.world.addProject(bridge.ana, title, more)
  const writes = () => bridge.fake.requests.filter(({ line }) => !line.startsWith('GET ')).length
  const get = async (task: number) =>
    (await answered<{ task: Record<string, unknown> }>(ana, 'get_task', { task })).task

  /** An input of each writing tool, with items of its own. */
  async function inputsOfWriters(): Promise<[string, Record<string, unknown>][]> {
    const project = addProject('Once').id
    const [task, other, doomed, gone] = ['One', 'Other', 'Doomed', 'Gone'].map((title) => addTask(title).id)
    const label = bridge.fake.world.addLabel(bridge.ana, 'once').id
    const note = bridge.fake.world.addNotification(bridge.ana, 'task.reminder', {}).id
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', { tasks: [gone] })
    return [
      ['create_tasks', { project, tasks: [{ title: 'New' }, { title: 'Newer' }] }],
      ['update_tasks', { tasks: [task], priority: 5, add_labels: [label] }],
      ['comment_on_task', { task, text: 'Once' }],
      ['relate_tasks', { task, kind: 'subtask', other }],
      ['save_project', { title: 'Made once' }],
      ['set_up_board', { project, columns: [{ title: 'More' }] }],
      ['save_label', { title: 'made once' }],
      ['mark_notifications', version === '2.3' ? {} : { ids: [note] }],
      ['delete_tasks', { tasks: [doomed] }],
      ['restore_tasks', { undo }],
      ['delete_item', { kind: 'label', item: label }],
    ]
  }

  test('[VK147] with each tool that writes, a second call with the same key gives the same answer and writes nothing', async () => {
    const calls = await inputsOfWriters()
    const writers = vikunja.tools.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
    expect(calls.map(([tool]) => tool).toSorted()).toEqual(writers.toSorted())
    for (const [tool, input] of calls) {
      const keyed = { ...input, idempotency_key: `${tool} once ${version}` }
      const before = writes()
      const first = await answered(ana, tool, keyed)
      const after = writes()
      expect([tool, after > before]).toEqual([tool, true])
      expect([tool, await answered(ana, tool, keyed)]).toEqual([tool, first])
      expect([tool, writes()]).toEqual([tool, after])
      const changed = { ...keyed, ...('task' in input ? { task: 1 } : { dry_run: true }) }
      expect([tool, (await ana.call(tool, changed)).isError || writes() === after]).toEqual([tool, true])
    }
  })

  test('[VK704] each tool that changes or deletes a task or project refuses if it has changed since', async () => {
    const project = addProject('Contested')
    const task = addTask('Contested', { project_id: project.id })
    const other = addTask('Beside it')
    const comment = bridge.fake.world.addComment(task.id, bridge.ana, 'x').id
    const seen = { task: task.updated, project: project.updated }
    bridge.app.clock.advance('5s')
    task.updated = bridge.fake.world.now()
    project.updated = bridge.fake.world.now()
    const calls: [string, object, 'task' | 'project'][] = [
      ['update_tasks', { tasks: [task.id], priority: 2 }, 'task'],
      ['comment_on_task', { task: task.id, text: 'Hello' }, 'task'],
      ['relate_tasks', { task: task.id, kind: 'related', other: other.id }, 'task'],
      ['delete_item', { kind: 'comment', item: comment, task: task.id }, 'task'],
      ['save_project', { project: project.id, title: 'Changed' }, 'project'],
      ['set_up_board', { project: project.id, columns: [{ title: 'New' }] }, 'project'],
      ['delete_item', { kind: 'bucket', item: 'Doing', project: project.id }, 'project'],
      ['delete_tasks', { tasks: [task.id] }, 'task'],
      ['delete_item', { kind: 'project', item: project.id }, 'project'],
    ]
    const before = writes()
    for (const [tool, input, kind] of calls) {
      const late = await failure(ana, tool, { ...input, expected_updated: seen[kind] })
      expect([tool, late.code]).toEqual([tool, 'CONFLICT'])
      expect(late.message).toContain(`The ${kind} has changed since`)
      const wrong = await failure(ana, tool, { ...input, expected_updated: 'yesterday' })
      expect([tool, wrong.code]).toEqual([tool, 'VALIDATION_ERROR'])
    }
    expect(writes()).toBe(before)
    for (const [tool, input, kind] of calls) {
      const row = kind === 'task' ? task : project
      const { isError } = await ana.call(tool, { ...input, expected_updated: row.updated })
      expect([tool, isError]).toEqual([tool, false])
    }
    const label = bridge.fake.world.addLabel(bridge.ana, 'x').id
    const ofLabel = { kind: 'label', item: label, expected_updated: seen.task }
    expect((await failure(ana, 'delete_item', ofLabel)).message).toContain('A label has no "updated"')
  })

  test('[VK703] a task that is named twice is changed and deleted once, and comes back', async () => {
    const { id, index } = addTask('Named twice')
    const twice = [id, `HOME-${index}`]
    const changed = await answered<{ tasks: unknown[] }>(ana, 'update_tasks', { tasks: twice, priority: 4 })
    expect(changed.tasks).toHaveLength(1)
    const { deleted, undo } = await answered<{ deleted: unknown[]; undo: string }>(ana, 'delete_tasks', {
      tasks: twice,
    })
    expect(deleted).toEqual([{ id, title: 'Named twice' }])
    expect(await answered(ana, 'restore_tasks', { undo })).toMatchObject({ tasks: [{ former_id: id }] })
  })

  test('[VK705] input that contradicts itself is refused, and nothing is written', async () => {
    const above = addProject('Above')
    const below = addProject('Below', { parent_project_id: above.id })
    const { id } = addTask('Torn')
    const label = bridge.fake.world.addLabel(bridge.ana, 'both').title
    const before = writes()
    const calls: [string, object, string][] = [
      ['update_tasks', { tasks: [id], repeat: 'every 0d' }, 'repeat'],
      ['update_tasks', { tasks: [id], add_labels: [label], remove_labels: [label] }, 'at once'],
      ['update_tasks', { tasks: [id], assign: ['me'], unassign: ['ana'] }, 'at once'],
      ['save_project', { project: above.id, parent: above.id }, 'the project itself'],
      ['save_project', { project: above.id, parent: below.id }, 'below the project'],
      ['set_up_board', { project: above.id, columns: [{ title: 'A' }, { title: 'a' }] }, 'twice'],
      ['mark_notifications', { unread: true }, 'ids'],
    ]
    for (const [tool, input, words] of calls) {
      const { code, message } = await failure(ana, tool, input)
      expect([tool, code, message.includes(words)]).toEqual([tool, 'VALIDATION_ERROR', true])
    }
    expect(writes()).toBe(before)
    const dry = { project: below.id, archived: true, parent: 'none', description: '**x**', dry_run: true }
    expect(await answered(ana, 'save_project', dry)).toEqual({
      project: { title: 'Below', description: '**x**', parent: 'none', archived: true },
      dry_run: true,
    })
  })

  test('[VK706] [VK924] 50 tasks of several projects cost at most 3,000 tokens, and it is clear which project each has', async () => {
    const user = bridge.fake.world.addUser(`eva-${version}`).id
    const eva = bridge.guest(bridge.fake.world.addToken(user))
    const labels = ['urgent', 'waiting'].map((title) => bridge.fake.world.addLabel(user, title).id)
    const projects = ['Garden', 'Office', 'Travel'].map((title) =>
      bridge.fake.world.addProject(user, title, { identifier: title.slice(0, 3).toUpperCase() }),
    )
    for (let count = 0; count < 60; count += 1)
      bridge.fake.world.addTask(projects[count % 3]?.id ?? 0, user, {
        title: `Write the report about the project number ${count}`,
        due_date: '2026-11-20T16:30:00Z',
        priority: count % 4,
        labels: labels.slice(0, count % 3),
        assignees: count % 2 === 0 ? [user] : [],
      })
    const page = await answered<{ tasks: { ref: string }[]; projects: object }>(eva, 'find_tasks', {})

    expect(page.tasks).toHaveLength(50)
    expect(page.projects).toEqual({ GAR: 'Garden', OFF: 'Office', TRA: 'Travel' })
    expect(page.tasks.every(({ ref }) => /^(?:GAR|OFF|TRA)-\d+$/.test(ref))).toBe(true)
    expect(tokenCost(JSON.stringify(page))).toBeLessThanOrEqual(3000)
  })

  test('[VK707] [VK926] many tasks of others do not displace one’s own from the day, and the answer says what is cut', async () => {
    const [tom, uma] = ['tom', 'uma'].map((name) => bridge.fake.world.addUser(`${name}-${version}`).id)
    const shared = bridge.fake.world.addProject(tom ?? 0, 'Shared', { members: [uma ?? 0] }).id
    const day = (shift: number) =>
      new Date(bridge.app.clock.now().getTime() + shift * 86_400_000).toISOString().replace(/\.\d+/, '')
    for (let count = 0; count < 120; count += 1)
      bridge.fake.world.addTask(shared, tom ?? 0, { due_date: day(-9), assignees: [tom ?? 0] })
    bridge.fake.world.addTask(shared, uma ?? 0, { title: 'Mine', due_date: day(-1), assignees: [uma ?? 0] })
    const dayOf = (user = 0) =>
      answered<{ overdue: { title: string }[]; more_in?: string[] }>(
        bridge.guest(bridge.fake.world.addToken(user)),
        'get_my_day',
      )
    const own = await dayOf(uma)
    expect([own.overdue.map(({ title }) => title), own.more_in]).toEqual([['Mine'], undefined])
    const many = await dayOf(tom)
    expect([many.overdue.length, many.more_in]).toEqual([50, ['overdue']])
  })

  test('[VK708] a filter about completion finds done tasks, another one only open tasks', async () => {
    const project = addProject('Filtered').id
    bridge.fake.world.addTask(project, bridge.ana, { title: 'Open', priority: 5 })
    const done_at = bridge.fake.world.now()
    bridge.fake.world.addTask(project, bridge.ana, { title: 'Closed', priority: 5, done: true, done_at })
    const found = async (filter: string) => {
      const { tasks } = await answered<{ tasks: { title: string }[] }>(ana, 'find_tasks', { project, filter })
      return tasks.map(({ title }) => title).toSorted()
    }
    expect(await found('done_at > now-7d')).toEqual(['Closed'])
    expect(await found('doneAt > now-7d && priority = 5')).toEqual(['Closed'])
    expect(await found('done = true')).toEqual(['Closed'])
    expect(await found('priority = 5')).toEqual(['Open'])
  })

  test('[VK709] [VK929] a colleague without a team is a person, and the id of an old task is completed', async () => {
    const ben = bridge.fake.world.addUser(`ben-${version}`, { name: 'Ben Weber' }).id
    const old = addTask('The oldest', { updated: '2020-01-01T00:00:00Z' }).id
    const crowd = addProject('Crowd').id
    for (let count = 0; count < 60; count += 1) bridge.fake.world.addTask(crowd, bridge.ana)
    bridge.fake.world.addTask(crowd, bridge.ana, { assignees: [ben], updated: '2030-01-01T00:00:00Z' })
    const complete = async (kind: string, value: string) => {
      const { result } = await ana.rpc('completion/complete', {
        ref: { type: 'ref/resource', uri: `vikunja://${kind}/{id}` },
        argument: { name: 'id', value },
      })
      return (result?.['completion'] as { values: string[] } | undefined)?.values
    }
    const { result } = await ana.rpc('resources/read', { uri: `vikunja://users/${ben}` })

    expect(JSON.stringify(result)).toContain('Ben Weber')
    expect(await complete('users', 'weber')).toEqual([String(ben)])
    expect(await complete('tasks', String(old))).toContain(String(old))
    expect(await complete('tasks', '987654321')).toEqual([])
  })

  test('[VK700] a changed word in a description leaves its other blocks byte for byte', async () => {
    const kept = '<p style="text-align:center">Blue <mark data-color="#00f">sky</mark></p><p></p>'
    const { id } = addTask('Rich', { description: `${kept}<p>Call Bo</p>` })
    const { description } = await get(id)
    await answered(ana, 'update_tasks', {
      tasks: [id],
      description: String(description).replace('Bo', 'Ada'),
    })
    expect(bridge.fake.world.tasks.get(id)?.description).toBe(`${kept}<p>Call Ada</p>`)
    const project = addProject('Rich', { description: `${kept}<p>Call Bo</p>` }).id
    await answered(ana, 'save_project', { project, description: `${String(description)}\n\nMore` })
    expect(bridge.fake.world.projects.get(project)?.description).toBe(`${kept}<p>Call Bo</p><p>More</p>`)
  })
})
