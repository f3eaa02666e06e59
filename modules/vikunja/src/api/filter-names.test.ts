import { describe, expect, test } from 'vitest'
import { resolveFilter, type NamedKind } from './filter-names.ts'
import { failureOf, generations, usePorts } from './test-server.ts'
import { VikunjaError } from './vikunja-error.ts'

const { start } = usePorts()

const known: Record<NamedKind, Record<string, string | number>> = {
  label: { urgent: 3, 'at home, later': 4, "Ben's": 5 },
  project: { Home: 7 },
  person: { me: 'ana', 'Ben Okoro': 'ben' },
}

async function resolve(filter: string): Promise<string> {
  return resolveFilter(filter, async (kind, name) => {
    const found = known[kind][name]
    if (found === undefined) throw new VikunjaError('not-found', `There is no ${kind} ${name}`)
    return found
  })
}

test.each([
  ['labels = urgent', 'labels = 3'],
  ['label in urgent, 12', 'labels in 3, 12'],
  ['labels not in "at home, later", urgent', 'labels not in 4, 3'],
  [`labels = "Ben's" && done = false`, 'labels = 5 && done = false'],
  ['project = Home || project = 9', 'project = 7 || project = 9'],
  [
    '(project_id = Home && dueDate < now+7d/d) || priority >= 3',
    '(project = 7 && due_date < now+7d/d) || priority >= 3',
  ],
  ['assignees in me, "Ben Okoro"', 'assignees in ana, ben'],
  ['title like "a && b (c)" && labels = urgent', 'title like "a && b (c)" && labels = 3'],
  ['done=false&&percentDone>0.5', 'done = false&&percent_done > 0.5'],
  ['', ''],
])('[VK26] %s becomes %s', async (filter, expected) => {
  expect(await resolve(filter)).toBe(expected)
})

test.each(['labels = "urgent', 'labels', '= 3', 'done = false &&& labels = urgent'])(
  '[VK914] %s cannot be parsed, and the error has the position',
  async (filter) => {
    expect(await failureOf(resolve(filter))).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/\d/),
    })
  },
)

test('[VK26] an unknown name is an error of the lookup', async () => {
  expect((await failureOf(resolve('labels = nobody'))).message).toBe('There is no label nobody')
})

describe.each(generations)('on %s', (_, version) => {
  test('[VK26] a filter with names finds the same tasks as one with ids', async () => {
    const { vikunja, fake, ana, project } = await start({ version })
    const label = fake.world.addLabel(ana, 'urgent').id
    fake.world.addTask(project, ana, { title: 'Now', labels: [label], assignees: [ana] })
    fake.world.addTask(project, ana, { title: 'Later' })
    const filter = await resolveFilter('label in urgent && project = Home && assignee = me', async (kind) =>
      kind === 'label' ? label : kind === 'project' ? project : 'ana',
    )
    expect((await vikunja.findTasks({ filter })).items.map(({ title }) => title)).toEqual(['Now'])
  })
})
