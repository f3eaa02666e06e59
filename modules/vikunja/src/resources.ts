import type { Call, Complete, Resource } from '@quipu/kit'
import { cleanLine, defineResource, ToolError } from '@quipu/kit'
import { VikunjaError } from './api/vikunja-error.ts'
import type { Bridge, Desk } from './bridge/bridge.ts'
import { fold } from './names/choose.ts'
import { fullTask } from './tasks/task-view.ts'
import { markdownOf } from './text/to-markdown.ts'
import { fullProject } from './tools/get-project.ts'

interface Kind {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The content of the item with this id. */
  read(desk: Desk, id: number): Promise<object>
  /** The candidates for the typed text. */
  find(desk: Desk, typed: string): Promise<readonly Choice[]>
}
interface Choice {
  readonly id: number
  readonly name: string
}

const mostOffered = 50

const kinds: readonly Kind[] = [
  {
    name: 'project',
    title: 'Project',
    description: 'One project with its views, columns and a summary of its tasks.',
    read: async (desk, id) => fullProject(desk, await desk.api.project(id)),
    find: async ({ names }) => (await names.projects()).map(({ id, title }) => ({ id, name: title })),
  },
  {
    name: 'task',
    title: 'Task',
    description: 'One task with its description, comments and relations.',
    read: async (desk, id) => {
      const task = await desk.api.task(id)
      return fullTask(task, desk, (await desk.api.comments(id)).items)
    },
    find: async ({ api }, typed) => {
      const exact = isNumber(typed) ? await orNone(api.task(Number(typed))) : undefined
      const text = isNumber(typed) || typed === '' ? {} : { text: typed }
      const { items } = await api.findTasks({ ...text, sort: [{ by: 'updated', isDescending: true }] })
      const all = exact === undefined ? items : [exact, ...items.filter(({ id }) => id !== exact.id)]
      return all.map(({ id, title }) => ({ id, name: title }))
    },
  },
  {
    name: 'label',
    title: 'Label',
    description: 'One label.',
    read: async ({ api }, id) => {
      const { title, description, color } = await api.label(id)
      return { id, title: cleanLine(title), description: markdownOf(description), color }
    },
    find: async ({ names }) => (await names.labels()).map(({ id, title }) => ({ id, name: title })),
  },
  {
    name: 'team',
    title: 'Team',
    description: 'One team with its members.',
    read: async ({ api }, id) => {
      const { name, description, members } = await api.team(id)
      return {
        id,
        name: cleanLine(name),
        description: markdownOf(description),
        members: members.map(({ id: member, username, isAdmin }) => ({
          id: member,
          username: cleanLine(username),
          ...(isAdmin ? { admin: true } : {}),
        })),
      }
    },
    find: async ({ api }, typed) => {
      const text = isNumber(typed) || typed === '' ? {} : { text: typed }
      return (await api.teams(text)).items.map(({ id, name }) => ({ id, name }))
    },
  },
  {
    name: 'user',
    title: 'Person',
    description: 'One person whom you work with.',
    read: async (desk, id) => {
      const person = (await peopleAround(desk)).find((each) => each.id === id)
      if (person === undefined) throw new ToolError('NOT_FOUND', `There is no person ${id} that you can see`)
      return person
    },
    find: async (desk) =>
      (await peopleAround(desk)).map(({ id, username, name = '' }) => ({ id, name: `${username} ${name}` })),
  },
]

export const resources: readonly Resource<Bridge>[] = kinds.map((kind) =>
  defineResource<Bridge>({
    name: kind.name,
    title: kind.title,
    description: kind.description,
    uri: `vikunja://${kind.name}s/{id}`,
    mimeType: 'application/json',
    needs: 'vikunja:use',
    complete: { id: completed(kind) },
    read: async (bridge, { id = '' }, call) => {
      if (!/^-?\d{1,15}$/.test(id)) return undefined
      return found(bridge, call, async (desk) => JSON.stringify(await kind.read(desk, Number(id))))
    },
  }),
)

/** By the beginning of the id, or by a part of the name. */
function completed(kind: Kind): Complete<Bridge> {
  return (bridge, typed, call) =>
    bridge.work(call, async (desk) => {
      const all = await kind.find(desk, typed)
      const isMeant = ({ id, name }: Choice) =>
        String(id).startsWith(typed) || fold(name).includes(fold(typed))
      return all
        .filter(isMeant)
        .slice(0, mostOffered)
        .map(({ id }) => String(id))
    })
}

async function found(
  bridge: Bridge,
  call: Call,
  read: (desk: Desk) => Promise<string>,
): Promise<string | undefined> {
  try {
    return await bridge.work(call, read)
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/**
 * Vikunja cannot look up a person by id. Known are the owner of the token, members of their teams, owners of projects, and
 * people of recent tasks, as far as the token may read these.
 */
async function peopleAround({ api, me, names }: Desk) {
  const recent = { sort: [{ by: 'updated', isDescending: true }] } as const
  const [teams, projects, tasks] = await Promise.all([
    orNone(api.teams()),
    orNone(names.projects()),
    orNone(api.findTasks(recent)),
  ])
  const all = [
    ...(tasks?.items ?? []).flatMap(({ assignees, createdBy }) => [...assignees, createdBy]),
    ...(projects ?? []).map(({ owner }) => owner),
    ...(teams?.items ?? []).flatMap(({ members }) => members),
    me.userId === null ? null : { id: me.userId, username: me.username, name: '' },
  ].filter((person) => person !== null)
  const byId = new Map(
    all.map(({ id, username, name }) => [
      id,
      { id, username: cleanLine(username), ...(name === '' ? {} : { name: cleanLine(name) }) },
    ]),
  )
  return [...byId.values()]
}

function isNumber(typed: string): boolean {
  return /^\d{1,15}$/.test(typed)
}

/** Undefined for what does not exist or may not be read. */
async function orNone<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof VikunjaError && absent.has(error.kind)) return undefined
    throw error
  }
}

const absent = new Set<VikunjaError['kind']>(['not-found', 'forbidden', 'missing-scope'])
