import { describe, expect, test } from 'vitest'
import { failureOf, generations, usePorts } from './test-server.ts'

const { start } = usePorts()

describe.each(generations)('on %s', (generation, version) => {
  test('[VK21] many tasks are created in one call if the server supports it, and in order', async () => {
    const { vikunja, project, fake } = await start({ version })
    const { tasks, failure } = await vikunja.createTasks(project, [
      { title: 'One', dueAt: '2026-11-20T08:00:00.000Z' },
      { title: 'Two', priority: 2 },
      { title: 'Three' },
    ])
    expect(failure).toBeNull()
    expect(tasks.map(({ title, index }) => [title, index])).toEqual([
      ['One', 1],
      ['Two', 2],
      ['Three', 3],
    ])
    const writes = fake.requests.filter(({ line }) => !line.startsWith('GET'))
    expect(writes).toHaveLength(generation === 'v2' ? 1 : 3)
    expect(await vikunja.createTasks(project, [])).toEqual({ tasks: [], failure: null })
    const tooMany = Array.from({ length: 101 }, () => ({ title: 'x' }))
    expect((await failureOf(vikunja.createTasks(project, tooMany))).kind).toBe('invalid')
  })

  test('[VK21] with a token that may only create single tasks, they are created one after the other', async () => {
    const { server, project, fake, ana } = await start({ version })
    const token = fake.world.addToken(ana, { tasks: ['create'] })
    const { tasks } = await server.as(token).createTasks(project, [{ title: 'One' }, { title: 'Two' }])
    expect(tasks).toHaveLength(2)
    expect(fake.world.tasks.size).toBe(2)
  })

  test('[VK22] [VK911] labels, assignees and relations are added and removed, and repeating that changes nothing', async () => {
    const { vikunja, project, fake, ana } = await start({ version })
    const { id } = fake.world.addTask(project, ana)
    const other = fake.world.addTask(project, ana, { title: 'Other' }).id
    const label = await vikunja.createLabel({ title: 'urgent', color: 'ff0000' })
    expect(await vikunja.updateLabel(label.id, { description: 'Now' })).toEqual({
      ...label,
      description: 'Now',
    })
    for (let twice = 0; twice < 2; twice += 1) {
      await vikunja.addLabel(id, label.id)
      await vikunja.assign(id, ana)
      await vikunja.relate(id, 'blocking', other)
    }
    const task = await vikunja.task(id)
    expect(task.labels).toEqual([{ ...label, description: 'Now' }])
    expect(task.assignees).toEqual([{ id: ana, username: 'ana', name: 'Ana Silva', email: null }])
    expect(task.relations).toMatchObject([
      { kind: 'blocking', task: { id: other, title: 'Other', identifier: 'HOME-2' } },
    ])
    expect((await vikunja.task(other)).relations).toMatchObject([{ kind: 'blocked', task: { id } }])
    expect((await vikunja.labels({ text: 'URG' })).items).toHaveLength(1)
    for (let twice = 0; twice < 2; twice += 1) {
      await vikunja.removeLabel(id, label.id)
      await vikunja.unassign(id, ana)
      await vikunja.unrelate(id, 'blocking', other)
    }
    expect(await vikunja.task(id)).toMatchObject({ labels: [], assignees: [], relations: [] })
    await vikunja.deleteLabel(label.id)
    expect((await failureOf(vikunja.label(label.id))).kind).toBe('not-found')
    expect((await failureOf(vikunja.addLabel(id, label.id))).kind).toBe('not-found')
    const stranger = fake.world.addUser('stranger').id
    expect((await failureOf(vikunja.assign(id, stranger))).kind).toBe('forbidden')
  })

  test('[VK22] comments are written, listed, changed and deleted', async () => {
    const { vikunja, project, fake, ana } = await start({ version })
    const { id } = fake.world.addTask(project, ana)
    const comment = await vikunja.addComment(id, '<p>First</p>')
    expect(comment).toMatchObject({ html: '<p>First</p>', author: { username: 'ana' } })
    expect((await vikunja.updateComment(id, comment.id, '<p>Second</p>')).html).toBe('<p>Second</p>')
    expect((await vikunja.comments(id)).items.map(({ html }) => html)).toEqual(['<p>Second</p>'])
    await vikunja.deleteComment(id, comment.id)
    expect((await vikunja.comments(id)).items).toEqual([])
    expect((await failureOf(vikunja.updateComment(id, comment.id, 'x'))).message).toBe(
      'The task has no such comment',
    )
  })

  test('[VK23] an attachment is read as a stream, with its type and size', async () => {
    const { vikunja, project, fake, ana } = await start({ version })
    const { id } = fake.world.addTask(project, ana)
    const bytes = Buffer.alloc(12 * 2 ** 20, 'abc')
    const row = fake.world.addAttachment(id, ana, 'plan.pdf', 'application/pdf', bytes)
    expect((await vikunja.attachments(id)).items).toMatchObject([
      { id: row.id, name: 'plan.pdf', type: 'application/pdf', size: bytes.byteLength },
    ])
    const download = await vikunja.openAttachment(id, row.id)
    expect(download).toMatchObject({ type: 'application/pdf', size: bytes.byteLength })
    const parts: Uint8Array[] = []
    for await (const part of download.bytes) parts.push(part)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    expect((await failureOf(vikunja.openAttachment(id, 999_999))).message).toBe(
      'The task has no such attachment',
    )
  })

  test('[VK24] [VK912] projects, views and buckets are made, listed and changed', async () => {
    const { vikunja, project } = await start({ version })
    const garden = await vikunja.createProject({ title: 'Garden', identifier: 'GARD', parentId: project })
    expect(garden).toMatchObject({
      title: 'Garden',
      identifier: 'GARD',
      parentId: project,
      isArchived: false,
    })
    expect((await failureOf(vikunja.createProject({ title: 'x', identifier: 'GARD' }))).kind).toBe('conflict')
    expect((await vikunja.projects({ text: 'gard' })).items).toHaveLength(1)
    expect((await vikunja.views(garden.id)).map(({ kind }) => kind)).toEqual([
      'list',
      'gantt',
      'table',
      'kanban',
    ])

    const board = await vikunja.createView(garden.id, { title: 'Board', kind: 'kanban' })
    const [todo, doing, done] = await vikunja.buckets(garden.id, board.id)
    expect([todo?.title, doing?.title, done?.title]).toEqual(['To-Do', 'Doing', 'Done'])
    const later = await vikunja.createBucket(garden.id, board.id, { title: 'Later', limit: 1 })
    const place = { projectId: garden.id, viewId: board.id, bucketId: later.id }
    expect(await vikunja.updateBucket(place, { title: 'Much later' })).toMatchObject({
      limit: 1,
      position: later.position,
    })

    const { id } = await vikunja.createTask(garden.id, { title: 'Dig' })
    const second = await vikunja.createTask(garden.id, { title: 'Sow' })
    await vikunja.moveToBucket(place, id)
    expect((await vikunja.task(id)).buckets).toContainEqual({
      id: later.id,
      title: 'Much later',
      viewId: board.id,
    })
    expect((await failureOf(vikunja.moveToBucket(place, second.id))).message).toBe('The bucket is full')
    await vikunja.moveToBucket({ ...place, bucketId: done?.id ?? 0 }, id)
    expect(await vikunja.task(id)).toMatchObject({ isDone: true })
    await vikunja.deleteBucket(place)
    expect(await vikunja.buckets(garden.id, board.id)).toHaveLength(3)

    await vikunja.updateProject(garden.id, { isArchived: true })
    expect((await vikunja.projects()).items.map(({ title }) => title)).toEqual(['Home'])
    expect((await vikunja.projects({ withArchived: true })).items).toHaveLength(2)
    expect((await failureOf(vikunja.createTask(garden.id, { title: 'x' }))).message).toContain('archived')
    await vikunja.deleteProject(garden.id)
    expect((await failureOf(vikunja.project(garden.id))).kind).toBe('not-found')
  })

  test('[VK25] [VK913] teams, people and notifications are found and read', async () => {
    const { vikunja, project, fake, ana } = await start({ version })
    const ben = fake.world.addUser('ben', { name: 'Ben Okoro' }).id
    fake.world.projects.get(project)?.members.push(ben)
    const team = fake.world.addTeam('Gardeners', [
      { user: ana, admin: true },
      { user: ben, admin: false },
    ])
    expect((await vikunja.teams({ text: 'garden' })).items).toMatchObject([
      { id: team.id, name: 'Gardeners' },
    ])
    expect((await vikunja.team(team.id)).members).toMatchObject([
      { username: 'ana', isAdmin: true },
      { username: 'ben', isAdmin: false },
    ])
    expect((await vikunja.users({ text: 'okoro' })).map(({ id }) => id)).toEqual([ben])
    expect((await vikunja.users({ text: 'ben@example.com' }))[0]).toMatchObject({ id: ben, email: null })
    expect(await vikunja.users({ text: '', projectId: project })).toHaveLength(2)

    const doer = { id: ben, username: 'ben', name: 'Ben Okoro' }
    const task = { id: 5, index: 1, title: 'Dig', project_id: project, identifier: 'HOME-1', done: false }
    fake.world.addNotification(ana, 'task.comment', { doer, task, comment: { id: 1, comment: '<p>Hi</p>' } })
    const { id } = fake.world.addNotification(ana, 'something.new', ['not', 'known'])
    const { items } = await vikunja.notifications()
    expect(items).toMatchObject([
      { id, kind: 'something.new', task: null, doer: null, readAt: null },
      { kind: 'task.comment', task: { id: 5, title: 'Dig' }, doer: { username: 'ben' }, html: '<p>Hi</p>' },
    ])
    await vikunja.markNotification(id, true)
    expect((await vikunja.notifications()).items.map(({ readAt }) => readAt !== null)).toEqual([true, false])
    await vikunja.markAllNotificationsRead()
    expect((await vikunja.notifications()).items.map(({ readAt }) => readAt !== null)).toEqual([true, true])
  })
})

const withWrongOne = [{ title: 'Good' }, { title: '' }, { title: 'Never' }]

test('[VK21] in one call, one invalid task means that none is created', async () => {
  const { vikunja, project, fake } = await start({ version: '2.5' })
  const error = await failureOf(vikunja.createTasks(project, withWrongOne))
  expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining('none was created') })
  expect(fake.world.tasks.size).toBe(0)
})

test.each(['2.3', '2.4'] as const)(
  '[VK21] one after the other on %s, an invalid task stops the following ones',
  async (version) => {
    const { vikunja, project, fake } = await start({ version })
    const { tasks, failure } = await vikunja.createTasks(project, withWrongOne)
    expect(tasks.map(({ title }) => title)).toEqual(['Good'])
    expect(failure).toMatchObject({ index: 1, error: { kind: 'invalid' } })
    expect(fake.world.tasks.size).toBe(1)
  },
)
