import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestUser } from '../environment/test-user.ts'
import { answered, failure, openBridge, type TestBridge } from './open-bridge.ts'

interface Tasks {
  readonly tasks: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[]
}

describe.each([
  ['v1', '2.3'],
  ['v2', '2.5'],
] as const)('deleted tasks, where Vikunja speaks %s', (_generation, version) => {
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

  test('[VK148] a deleted task comes back with its labels, people, relations and comments', async () => {
    const label = addLabel(`kept ${version}`)
    const [other] = await make({ title: 'Other' })
    const [made] = await make({
      title: 'Precious',
      description: 'Keep *me*',
      priority: 2,
      labels: [label],
      assignees: ['me'],
    })
    const id = made?.id ?? 0
    await answered(ana, 'relate_tasks', { task: id, kind: 'subtask', other: other?.id })
    await answered(ana, 'comment_on_task', { task: id, text: 'So **true**' })
    const before = await get(id)
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', { tasks: [id] })
    expect(await failure(ana, 'get_task', { task: id })).toMatchObject({ code: 'NOT_FOUND' })
    const stranger = bridge.guest(bridge.newToken())
    expect(await failure(stranger, 'restore_tasks', { undo })).toMatchObject({ code: 'NOT_FOUND' })
    const { tasks } = await answered<Tasks>(ana, 'restore_tasks', { undo })
    const after = await get(tasks[0]?.id ?? 0)

    for (const field of ['title', 'description', 'priority', 'labels', 'assignees', 'relations'])
      expect(after[field]).toEqual(before[field])
    expect(JSON.stringify(after['comments'])).toContain('So **true**')
    expect(await failure(ana, 'restore_tasks', { undo })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[VK923] a restore names what it cannot bring back', async () => {
    const [made] = await make({ title: 'With a file' })
    const id = made?.id ?? 0
    bridge.fake.world.addAttachment(id, bridge.ana, 'plan.txt', 'text/plain', Buffer.from('water daily'))
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', { tasks: [id] })
    const { tasks } = await answered<Tasks>(ana, 'restore_tasks', { undo })

    expect(tasks).toMatchObject([{ title: 'With a file', not_restored: ['1 attachments'] }])
  })

  test('[VK148] all comments of a deleted task come back', async () => {
    const [made] = await make({ title: 'Much said' })
    const id = made?.id ?? 0
    for (let number = 0; number < 60; number += 1)
      bridge.fake.world.addComment(id, bridge.ana, `<p>Word ${number}.</p>`)
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', { tasks: [id] })
    const { tasks } = await answered<Tasks>(ana, 'restore_tasks', { undo })
    const said = [...bridge.fake.world.comments.values()].filter(({ task }) => task === tasks[0]?.id)

    expect(said).toHaveLength(60)
  })

  test('[VK156] a restore that breaks off goes on where it stopped', async () => {
    const made = await make({ title: 'First back' }, { title: 'Second back' })
    const { undo } = await answered<{ undo: string }>(ana, 'delete_tasks', {
      tasks: made.map(({ id }) => id),
    })
    bridge.fake.intercept = (_request, response) => {
      const { body } = bridge.fake.requests.at(-1) ?? {}
      if (!JSON.stringify(body ?? '').includes('Second back')) return false
      response.writeHead(500).end()
      return true
    }
    expect(await failure(ana, 'restore_tasks', { undo })).toBeDefined()
    bridge.fake.intercept = () => false
    const { tasks } = await answered<Tasks>(ana, 'restore_tasks', { undo })
    const back = [...bridge.fake.world.tasks.values()].filter(({ title }) => title === 'First back')

    expect(tasks.map(({ title }) => title)).toEqual(['Second back'])
    expect(back).toHaveLength(1)
  })
})
