import { randomUUID } from 'node:crypto'
import { vikunja } from '@quipu/vikunja'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestUser } from '../environment/test-user.ts'
import { openBridge, type TestBridge } from './open-bridge.ts'
import { inputsOf, type OwnIds } from './tool-inputs.ts'

/** Someone with things in Vikunja that carry a mark, and an account here that has stored a token. */
interface Person {
  readonly mark: string
  readonly ids: OwnIds
  readonly account: TestUser
  newGuest(): TestUser
  rows(): string
}

async function join({ fake, app, guest }: TestBridge, name: string): Promise<Person> {
  const { world } = fake
  const mark = `mark-${randomUUID()}`
  const user = world.addUser(name).id
  const project = world.addProject(user, `Project ${mark}`).id
  const task = world.addTask(project, user, { title: `Task ${mark}`, description: `<p>${mark}</p>` }).id
  const label = world.addLabel(user, `Label ${mark}`).id
  const comment = world.addComment(task, user, mark).id
  const account = await app.user({ path: '' })
  await account.api('PUT', '/api/vikunja/token', { token: world.addToken(user) })
  return {
    mark,
    ids: { project, task, label, comment },
    account,
    newGuest: () => guest(world.addToken(user)),
    rows: () =>
      JSON.stringify(
        [
          ...world.tasks.values(),
          ...world.projects.values(),
          ...world.labels.values(),
          ...world.comments.values(),
        ].filter((row) => JSON.stringify(row).includes(mark)),
      ),
  }
}

test(
  '[VK180] of 300 random calls with ids of someone else none shows or changes what is theirs',
  { timeout: 300_000 },
  async () => {
    await using bridge = await openBridge()
    const people = [await join(bridge, 'ada'), await join(bridge, 'bob')] as const
    const tools = vikunja.tools.map(({ name }) => name)
    expect(Object.keys(inputsOf(people[0].ids)).toSorted()).toEqual(tools.toSorted())
    const call = fc.record({
      who: fc.constantFrom(0, 1),
      tool: fc.constantFrom(...tools),
      isOwn: fc.boolean(),
      isGuest: fc.boolean(),
      resource: fc.constantFrom('projects', 'tasks', 'labels'),
    })
    const good = new Set<string>()
    await fc.assert(
      fc.asyncProperty(call, async ({ who, tool, isOwn, isGuest, resource }) => {
        const [self, other] = who === 0 ? people : ([people[1], people[0]] as const)
        const before = other.rows()
        const user = isGuest ? self.newGuest() : self.account
        const { ids } = isOwn ? self : other
        const answer = await user.call(tool, inputsOf(ids)[tool])
        const kind = resource.slice(0, -1) as keyof OwnIds
        const read = await user.rpc('resources/read', { uri: `vikunja://${resource}/${ids[kind]}` })
        if (!answer.isError) good.add(tool)
        expect(JSON.stringify([answer.raw, read])).not.toContain(other.mark)
        expect(other.rows()).toBe(before)
      }),
      { numRuns: 300, endOnFailure: true },
    )

    expect(good.size).toBeGreaterThan(10)
  },
)
