import { describe, expect, test } from 'vitest'
import { failureOf, generations, usePorts, type TestServer } from './test-server.ts'
import type { Vikunja } from './vikunja.ts'

const { start } = usePorts()

type Row = [string, string, (at: TestServer) => string, { isValid: boolean; isKnown?: boolean }]
const withUser = { other: ['user'] }
/** The kind of token, the version, and the expected result of the check. */
const truthTable: Row[] = ['1.0', '2.3', '2.4', '2.5'].flatMap((version): Row[] => [
  ['a token with other.user', version, withScopes(withUser), { isValid: true, isKnown: true }],
  ['a token without other.user', version, withScopes({ tasks: ['read_all'] }), { isValid: true }],
  // Before 2.4 a token without any read scope cannot be distinguished from a made-up one.
  ['a token without any scope', version, withScopes({}), { isValid: Number(version) >= 2.4 }],
  ['the token of a signed-in person', version, ({ token }) => token, { isValid: true, isKnown: true }],
  ['a revoked token', version, revoked, { isValid: false }],
  ['an expired token', version, expired, { isValid: false }],
  ['a token of a disabled account', version, ofDisabled, { isValid: false }],
  ['a made-up token', version, () => `tk_${'0'.repeat(40)}`, { isValid: false }],
  ['no token', version, () => '', { isValid: false }],
  ['a token that no header can carry', version, () => 'tk_ä\n', { isValid: false }],
])
const beforeOne: Row[] = [
  ['a token that may list projects', '0.24', withScopes({ projects: ['read_all'] }), { isValid: true }],
  ['a revoked token', '0.24', revoked, { isValid: false }],
]

function withScopes(scopes: Record<string, string[]>): (at: TestServer) => string {
  return ({ fake, ana }) => fake.world.addToken(ana, scopes)
}

function revoked({ fake, ana }: TestServer): string {
  const token = fake.world.addToken(ana, withUser)
  fake.world.tokens.delete(token)
  return token
}

function ofDisabled({ fake }: TestServer): string {
  const { id } = fake.world.addUser('gone')
  fake.world.disabled.add(id)
  return fake.world.addToken(id, withUser)
}

function expired({ fake, ana }: TestServer): string {
  const token = fake.world.addToken(ana, withUser)
  const row = fake.world.tokens.get(token)
  if (row !== undefined) row.isExpired = true
  return token
}

test.each([...truthTable, ...beforeOne])(
  '[VK8] [VK714] [VK715] %s on %s',
  async (_, version, make, expected) => {
    const at = await start({ version: version as '2.5' })
    const { isValid, user } = await at.server.as(make(at)).checkToken()
    const known =
      expected.isKnown === true ? ['ana', at.ana, 'Europe/Berlin'] : [undefined, undefined, undefined]
    expect([isValid, user?.username, user?.id, user?.timeZone]).toEqual([expected.isValid, ...known])
  },
)

test.each(generations)(
  '[VK716] a server that fails on %s says nothing about the token',
  async (_, version) => {
    const at = await start({ version })
    await at.server.info()
    at.fake.intercept = (_request, response) => {
      response.writeHead(503).end()
      return true
    }
    expect((await failureOf(at.vikunja.checkToken())).kind).toBe('unavailable')
  },
)

test.each(['1.0', '2.3', '2.5'] as const)(
  '[VK2] a task is found by its index and shown with its buckets on %s',
  async (version) => {
    const { vikunja, fake, ana, project } = await start({ version, maxItemsPerPage: 2 })
    for (const title of ['A', 'B', 'C']) fake.world.addProject(ana, title, { identifier: `P${title}` })
    const last = [...fake.world.projects.values()].at(-1)?.id ?? 0
    fake.world.addTask(last, ana)
    const { id } = fake.world.addTask(last, ana)
    fake.world.addComment(id, ana, 'x')
    expect(await vikunja.taskByIndex('pc', 2)).toMatchObject({
      id,
      buckets: [{ title: 'To-Do' }],
      commentCount: 1,
    })
    expect((await vikunja.taskByIndex(last, 2)).id).toBe(id)
    expect((await failureOf(vikunja.taskByIndex('PC', 3))).kind).toBe('not-found')
    expect((await failureOf(vikunja.taskByIndex(project, 1))).kind).toBe('not-found')
  },
)

test('[VK9] Vikunja before 1.0 is refused for everything else, and the error has the version', async () => {
  const { vikunja, project, fake } = await start({ version: '0.24' })
  for (const work of [
    () => vikunja.findTasks(),
    () => vikunja.createTask(project, { title: 'x' }),
    () => vikunja.updateTask(1, { title: 'x' }),
  ])
    expect(await failureOf(work())).toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('v0.24.0'),
    })
  expect(fake.world.tasks.size).toBe(0)
})

/** Every method once. */
function calls(
  vikunja: Vikunja,
  { project, view, bucket, task, label, comment, notification, team, attachment }: Ids,
) {
  const place = { projectId: project, viewId: view, bucketId: bucket }
  return {
    me: () => vikunja.me(),
    findTasks: () => vikunja.findTasks(),
    findInProject: () => vikunja.findTasks({ projectId: project }),
    task: () => vikunja.task(task),
    taskByIndex: () => vikunja.taskByIndex(project, 1),
    createTask: () => vikunja.createTask(project, { title: 'x' }),
    updateTask: () => vikunja.updateTask(task, { title: 'y' }),
    deleteTask: () => vikunja.deleteTask(task),
    moveToBucket: () => vikunja.moveToBucket(place, task),
    comments: () => vikunja.comments(task),
    addComment: () => vikunja.addComment(task, 'x'),
    updateComment: () => vikunja.updateComment(task, comment, 'y'),
    deleteComment: () => vikunja.deleteComment(task, comment),
    labels: () => vikunja.labels(),
    label: () => vikunja.label(label),
    createLabel: () => vikunja.createLabel({ title: 'x' }),
    updateLabel: () => vikunja.updateLabel(label, { title: 'y' }),
    addLabel: () => vikunja.addLabel(task, label),
    removeLabel: () => vikunja.removeLabel(task, label),
    deleteLabel: () => vikunja.deleteLabel(label),
    assign: () => vikunja.assign(task, 1),
    unassign: () => vikunja.unassign(task, 1),
    relate: () => vikunja.relate(task, 'related', task + 1),
    unrelate: () => vikunja.unrelate(task, 'related', task + 1),
    attachments: () => vikunja.attachments(task),
    openAttachment: async () => (await vikunja.openAttachment(task, attachment)).bytes.cancel(),
    projects: () => vikunja.projects(),
    project: () => vikunja.project(project),
    createProject: () => vikunja.createProject({ title: 'x' }),
    updateProject: () => vikunja.updateProject(project, { title: 'y' }),
    views: () => vikunja.views(project),
    createView: () => vikunja.createView(project, { title: 'x', kind: 'kanban' }),
    buckets: () => vikunja.buckets(project, view),
    createBucket: () => vikunja.createBucket(project, view, { title: 'x' }),
    updateBucket: () => vikunja.updateBucket(place, { title: 'y' }),
    deleteBucket: () => vikunja.deleteBucket(place),
    deleteProject: () => vikunja.deleteProject(project),
    teams: () => vikunja.teams(),
    team: () => vikunja.team(team),
    users: () => vikunja.users({ text: 'ana' }),
    projectUsers: () => vikunja.users({ text: '', projectId: project }),
    notifications: () => vikunja.notifications(),
    markNotification: () => vikunja.markNotification(notification, true),
    markAllNotificationsRead: () => vikunja.markAllNotificationsRead(),
  } satisfies Record<string, () => Promise<unknown>>
}
type Ids = Record<
  'project' | 'view' | 'bucket' | 'task' | 'label' | 'comment' | 'notification' | 'team' | 'attachment',
  number
>

function seedAll({ fake: { world }, ana, project }: TestServer): Ids {
  const task = world.addTask(project, ana).id
  world.addTask(project, ana)
  const view = world.boardsOf(project)[0]?.id ?? 0
  return {
    project,
    view,
    bucket: world.addBucket(view, ana, { title: 'Later' }).id,
    task,
    label: world.addLabel(ana, 'urgent').id,
    comment: world.addComment(task, ana, 'x').id,
    notification: world.addNotification(ana, 'task.reminder', {}).id,
    team: world.addTeam('All', [{ user: ana, admin: true }]).id,
    attachment: world.addAttachment(task, ana, 'a.txt', 'text/plain', Buffer.from('a')).id,
  }
}

const names = Object.keys(calls(undefined as unknown as Vikunja, {} as Ids)) as (keyof ReturnType<
  typeof calls
>)[]

describe.each(generations)('on %s', (generation, version) => {
  // In v1 another route replaces this one in Vikunja's table of scopes, so no token can be allowed to use it: a bug of Vikunja.
  const possible = names.filter((name) => name !== 'markNotification' || generation === 'v2')

  test.each(possible)(
    '[VK10] [VK717] the error of %s names the missing scopes, and the call works with them',
    async (name) => {
      const at = await start({ version })
      const ids = seedAll(at)
      // A scope that the call does not need, so that the token is known to be valid.
      const scopes: Record<string, string[]> =
        name === 'teams' ? { labels: ['read_all'] } : { teams: ['read_all'] }
      const named: string[] = []
      for (;;) {
        const token = at.fake.world.addToken(at.ana, scopes)
        const failure = await calls(at.server.as(token), ids)
          [name]()
          .then(
            () => undefined,
            (thrown: unknown) => failureOf(Promise.reject(thrown)),
          )
        if (failure === undefined) break
        expect(failure).toMatchObject({ kind: 'missing-scope', code: 'FORBIDDEN' })
        expect(named).not.toContain(failure.scope)
        expect(failure.message).toContain(failure.scope)
        named.push(failure.scope ?? '')
        const [group = '', permission = ''] = (failure.scope ?? '').split('.')
        scopes[group] = [...(scopes[group] ?? []), permission]
      }
      expect(named.length).toBeGreaterThan(0)
      expect(named.length).toBeLessThan(4)
    },
  )

  test('[VK10] a token that was revoked meanwhile is reported as such, for each method', async () => {
    const at = await start({ version })
    const ids = seedAll(at)
    at.fake.world.tokens.clear()
    for (const call of Object.values(calls(at.vikunja, ids))) {
      const error = await failureOf(call())
      expect(error).toMatchObject({ kind: 'unauthorized', code: 'UNAUTHORIZED' })
      expect(`${error.message} ${error.stack}`).not.toContain(at.token)
    }
  })

  test('[VK723] items of other people are not found or forbidden, and never reported as a missing scope', async () => {
    const at = await start({ version })
    const ids = seedAll(at)
    const eva = at.fake.world.addUser('eva').id
    const vikunja = at.server.as(at.fake.world.addToken(eva))
    expect((await failureOf(vikunja.task(ids.task))).kind).toBe('forbidden')
    expect((await failureOf(vikunja.task(999_999))).kind).toBe('not-found')
    expect((await failureOf(vikunja.taskByIndex('NOPE', 1))).kind).toBe('not-found')
    expect((await failureOf(vikunja.taskByIndex('..', 1))).kind).toBe('not-found')
    expect((await vikunja.findTasks()).items).toEqual([])
    expect((await vikunja.projects()).items).toEqual([])
  })
})
