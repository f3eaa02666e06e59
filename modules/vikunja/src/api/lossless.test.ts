import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TaskChanges } from './requests.ts'
import { failureOf, generations, usePorts, type TestServer } from './test-server.ts'

const { start } = usePorts()

/** A task with a value in every field, and everything that can be attached to a task. */
function seed({ fake: { world }, ana, project }: TestServer) {
  const ben = world.addUser('ben').id
  const other = world.addProject(ana, 'Garden').id
  for (const row of world.projects.values()) row.members.push(ben)
  const labels = ['urgent', 'home'].map((title) => world.addLabel(ana, title, { hex_color: 'ff0000' }).id)
  const parent = world.addTask(project, ana, { title: 'Parent' })
  const task = world.addTask(project, ana, {
    title: 'Prune the roses',
    description: '<p>Above the <strong>third</strong> leaf — &quot;outward&quot;</p>',
    due_date: '2026-11-20T08:00:00Z',
    start_date: '2026-11-18T08:00:00Z',
    end_date: '2026-11-21T08:00:00Z',
    priority: 4,
    percent_done: 0.35,
    hex_color: '00ff00',
    repeat_after: 86_400,
    repeat_mode: 2,
    reminders: [
      { reminder: '2026-11-19T08:00:00Z', relative_period: -86_400, relative_to: 'due_date' },
      { reminder: '2026-11-19T12:30:00Z', relative_period: 0, relative_to: '' },
    ],
    assignees: [ana, ben],
    labels,
    starredBy: [ana, ben],
    relations: [{ kind: 'parenttask', other: parent.id }],
  })
  parent.relations.push({ kind: 'subtask', other: task.id })
  const photo = world.addAttachment(task.id, ana, 'rose.png', 'image/png', Buffer.from('png'))
  const plan = world.addAttachment(task.id, ana, 'plan.png', 'image/png', Buffer.from('plan'))
  task.cover_image_attachment_id = photo.id
  world.addComment(task.id, ben, '<p>Which ones?</p>')
  const [board] = world.boardsOf(project)
  const doing = [...world.buckets.values()].find(
    ({ title, project_view_id: view }) => title === 'Doing' && view === board?.id,
  )
  world.places.set(`${board?.id}:${task.id}`, doing?.id ?? 0)
  return { id: task.id, other, plan: plan.id, ben, labels }
}

/** Each field of the answer as text, straight from the server. */
async function fieldsOf({ fake, token }: TestServer, generation: string, id: number) {
  const url = `${fake.url}/api/${generation}/tasks/${id}?expand=buckets&expand=comments&expand=comment_count`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const fields = z.record(z.string(), z.unknown()).parse(await response.json())
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
}

type Seeded = ReturnType<typeof seed>
/** The change, and every field of the answer that it may affect besides `updated`. */
const cases: [string, (seeded: Seeded) => TaskChanges, string[]][] = [
  ['title', () => ({ title: 'Prune all roses' }), ['title']],
  ['description', () => ({ description: '<p>New</p>' }), ['description']],
  ['an emptied description', () => ({ description: '' }), ['description']],
  ['due date', () => ({ dueAt: '2026-12-01T10:00:00.000Z' }), ['due_date', 'reminders']],
  ['a cleared due date', () => ({ dueAt: null }), ['due_date']],
  ['start date', () => ({ startAt: '2026-11-01T10:00:00.000Z' }), ['start_date']],
  ['a cleared start date', () => ({ startAt: null }), ['start_date']],
  ['end date', () => ({ endAt: '2026-12-24T10:00:00.000Z' }), ['end_date']],
  ['a cleared end date', () => ({ endAt: null }), ['end_date']],
  ['priority', () => ({ priority: 1 }), ['priority']],
  ['no priority', () => ({ priority: 0 }), ['priority']],
  ['progress', () => ({ percentDone: 0.5 }), ['percent_done']],
  ['no progress', () => ({ percentDone: 0 }), ['percent_done']],
  ['colour', () => ({ color: '0000ff' }), ['hex_color']],
  ['no colour', () => ({ color: null }), ['hex_color']],
  ['star', () => ({ isFavorite: false }), ['is_favorite']],
  ['repeat', () => ({ repeat: { kind: 'interval', seconds: 3600 } }), ['repeat_after', 'repeat_mode']],
  ['monthly repeat', () => ({ repeat: { kind: 'monthly' } }), ['repeat_after', 'repeat_mode']],
  ['no repeat', () => ({ repeat: null }), ['repeat_after', 'repeat_mode']],
  ['reminders', () => ({ reminders: [{ at: '2026-11-19T06:00:00.000Z' }] }), ['reminders']],
  ['no reminders', () => ({ reminders: [] }), ['reminders']],
  ['cover', ({ plan }) => ({ coverAttachmentId: plan }), ['cover_image_attachment_id']],
  ['no cover', () => ({ coverAttachmentId: null }), ['cover_image_attachment_id']],
  ['project', ({ other }) => ({ projectId: other }), ['project_id', 'index', 'identifier', 'buckets']],
  [
    'completion of a repeating task',
    () => ({ isDone: true }),
    ['done_at', 'due_date', 'start_date', 'end_date', 'buckets', 'reminders'],
  ],
]

const instant = fc
  .integer({ min: Date.UTC(2000) / 1000, max: Date.UTC(2100) / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString())
const seconds = fc.integer({ min: 1, max: 315_360_000 })
/** All fields except those that affect others: completion, the project, and a date on which a reminder depends. */
const changesOfTask: fc.Arbitrary<TaskChanges> = fc.record(
  {
    title: fc.string({ minLength: 1, unit: 'grapheme' }),
    description: fc.string({ unit: 'grapheme' }),
    startAt: fc.option(instant),
    endAt: fc.option(instant),
    priority: fc.integer({ min: 0, max: 5 }),
    percentDone: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    color: fc.option(
      fc.integer({ min: 0, max: 0xffffff }).map((color) => color.toString(16).padStart(6, '0')),
    ),
    isFavorite: fc.boolean(),
    repeat: fc.option(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('interval' as const, 'after-completion' as const), seconds }),
        fc.record({ kind: fc.constant('monthly' as const) }),
      ),
    ),
    reminders: fc
      .uniqueArray(instant, { maxLength: 4 })
      .map((moments) => moments.toSorted().map((at) => ({ at, relativeTo: null }))),
  },
  { requiredKeys: [] },
)

describe.each(generations)('on %s', (generation, version) => {
  test.each(cases)(
    '[VK3] [VK713] a change of %s leaves everything else byte for byte the same',
    async (_, change, touched) => {
      const at = await start({ version })
      const seeded = seed(at)
      const before = await fieldsOf(at, generation, seeded.id)
      at.fake.requests.length = 0

      await at.vikunja.updateTask(seeded.id, change(seeded))

      const after = await fieldsOf(at, generation, seeded.id)
      const differing = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
      expect(differing.filter((name) => name !== 'updated').toSorted()).toEqual(
        expect.arrayContaining(touched.slice(0, 1)),
      )
      expect([...touched, 'updated']).toEqual(expect.arrayContaining(differing))
      expect(at.fake.world.tasks.get(seeded.id)?.starredBy).toContain(seeded.ben)
      const lines = at.fake.requests.map(({ line }) => line)
      expect(lines).toContain(
        generation === 'v2' ? `PATCH /api/v2/tasks/${seeded.id}` : 'POST /api/v1/tasks/bulk',
      )
      // The requests that would replace the whole task.
      expect(lines).not.toContain(`POST /api/v1/tasks/${seeded.id}`)
      expect(lines).not.toContain(`PUT /api/v2/tasks/${seeded.id}`)
    },
  )

  test('[VK712] any changes, together or in sequence, give the task that a model predicts', async () => {
    const at = await start({ version })
    const { id } = seed(at)
    await fc.assert(
      fc.asyncProperty(changesOfTask, async (changes) => {
        const { updatedAt: _, ...before } = await at.vikunja.task(id)
        const { updatedAt: _u, ...after } = await at.vikunja.updateTask(id, changes)
        expect(after).toEqual({ ...before, ...changes })
      }),
      { numRuns: 60 },
    )
  })

  test('[VK3] a change without effect or without fields returns the task', async () => {
    const at = await start({ version })
    const { id } = seed(at)
    const before = await fieldsOf(at, generation, id)
    expect(await at.vikunja.updateTask(id, { title: 'Prune the roses' })).toMatchObject({ id, priority: 4 })
    expect(await at.vikunja.updateTask(id, {})).toMatchObject({ id })
    expect({ ...(await fieldsOf(at, generation, id)), updated: before['updated'] }).toEqual(before)
  })

  test('[VK4] a task that was changed since the caller saw it is a conflict, and stays as it is', async () => {
    const at = await start({ version })
    const { id } = seed(at)
    const seen = await at.vikunja.task(id)
    let ms = Date.parse(seen.updatedAt) + 5000
    at.fake.world.clock = () => ms
    await at.vikunja.updateTask(id, { priority: 1 }, { expectedUpdatedAt: seen.updatedAt })
    ms += 5000

    const late = at.vikunja.updateTask(id, { title: 'Too late' }, { expectedUpdatedAt: seen.updatedAt })
    expect(await failureOf(late)).toMatchObject({ kind: 'conflict', code: 'CONFLICT' })
    const now = await at.vikunja.task(id)
    expect(now).toMatchObject({ title: 'Prune the roses', priority: 1 })
    // Written with another zone, it is the same moment.
    const same = now.updatedAt.replace('.000Z', '+00:00')
    expect(await at.vikunja.updateTask(id, { title: 'In time' }, { expectedUpdatedAt: same })).toMatchObject({
      title: 'In time',
    })
  })

  test('[VK5] concurrent changes of one task are all kept', async () => {
    const at = await start({ version })
    const { id, ben, labels } = seed(at)
    const [first = 0] = labels
    const { vikunja } = at
    const again = at.server.as(at.token)
    await Promise.all([
      vikunja.updateTask(id, { title: 'A' }),
      again.unassign(id, ben),
      vikunja.updateTask(id, { priority: 2 }),
      again.updateTask(id, { percentDone: 0.9 }),
      vikunja.removeLabel(id, first),
      again.updateTask(id, { reminders: [] }),
      vikunja.updateTask(id, { isFavorite: false }),
      vikunja.updateTask(id, { color: null }),
    ])
    const { assignees, ...task } = await vikunja.task(id)
    expect(task).toMatchObject({
      title: 'A',
      priority: 2,
      percentDone: 0.9,
      reminders: [],
      isFavorite: false,
      color: null,
    })
    expect(assignees.map(({ id: user }) => user)).toEqual([at.ana])
    expect(task.labels).toHaveLength(1)
  })

  test('[VK6] a server that takes one write at a time gets one at a time from all callers', async () => {
    const { fake, server, project, ana, vikunja } = await start({ version, hasConcurrentWrites: false })
    const second = server.as(fake.world.addToken(ana))
    const titles = Array.from({ length: 20 }, (_, index) => `Task ${index}`)
    await Promise.all([
      ...titles.map((title, index) => (index % 2 ? vikunja : second).createTask(project, { title })),
      vikunja.createLabel({ title: 'a' }),
      second.createProject({ title: 'b' }),
    ])
    expect(fake.world.tasks.size).toBe(20)
  })

  test('[VK900] a caller who gives up while waiting writes nothing', async () => {
    const { fake, server, token, project, vikunja } = await start({ version, hasConcurrentWrites: false })
    const stop = new AbortController()
    const first = vikunja.createTask(project, { title: 'First' })
    const second = server.as(token, { signal: stop.signal }).createTask(project, { title: 'Second' })
    stop.abort(new Error('hung up'))
    await expect(second).rejects.toThrow('hung up')
    await first
    await vikunja.createTask(project, { title: 'Third' })
    expect([...fake.world.tasks.values()].map(({ title }) => title)).toEqual(['First', 'Third'])
  })

  test('[VK6] a failed write does not block the next ones', async () => {
    const { vikunja, project } = await start({ version, hasConcurrentWrites: false })
    const [bad, good] = await Promise.allSettled([
      vikunja.createTask(987_654, { title: 'Nowhere' }),
      vikunja.createTask(project, { title: 'Here' }),
    ])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  })

  test('[VK7] [VK902] a change of a project leaves its other fields as they were, and can empty its description', async () => {
    const { vikunja, fake, ana } = await start({ version })
    const parent = fake.world.addProject(ana, 'Parent').id
    const fields = {
      description: '<p>Old</p>',
      identifier: 'ROSE',
      hex_color: 'abcdef',
      parent_project_id: parent,
    }
    const { id } = fake.world.addProject(ana, 'Roses', { ...fields, starredBy: [ana], position: 300 })
    const before = await vikunja.project(id)
    expect(before).toMatchObject({ access: 'admin', parentId: parent, isFavorite: true })

    const changes = [
      { title: 'All roses' },
      { identifier: 'RS' },
      { color: null },
      { isFavorite: false },
      { parentId: null },
      { isArchived: true },
      { isArchived: false },
      { position: 7 },
    ]
    let expected = before
    for (const change of changes) {
      expected = { ...expected, ...change }
      const now = await vikunja.updateProject(id, change)
      expect(now).toEqual({ ...expected, updatedAt: now.updatedAt })
    }
    expect((await vikunja.updateProject(id, { description: '' })).description).toBe('<p></p>')
  })
})
