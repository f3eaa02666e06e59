import { cleanLine, defineTool } from '@quipu/kit'
import { z } from 'zod'
import type { Bridge, Desk } from '../bridge/bridge.ts'
import { fold } from '../names/choose.ts'
import { Name, text } from '../tasks/inputs.ts'

const mostListed = 100

export const findNames = defineTool({
  name: 'find_names',
  title: 'Find labels, people, teams',
  description: 'Searches labels, people (of a project) or teams by name.',
  needs: 'vikunja:use',
  effect: 'read',
  openWorld: true,
  input: z.object({
    kind: z.enum(['labels', 'people', 'teams']),
    text: text(250).optional(),
    project: Name.optional(),
  }),
  output: z.object({ found: z.array(z.looseObject({ id: z.number() })) }),
  run: (bridge: Bridge, { kind, text: part = '', project }, call) =>
    bridge.work(call, async (desk) => ({
      found: (await finders[kind](desk, part, project)).slice(0, mostListed),
    })),
})

const finders = {
  labels: async ({ names }: Desk, text: string) => {
    names.forget()
    const found = (await names.labels()).filter(({ title }) => fold(title).includes(fold(text)))
    return found.map(({ id, title, color }) => ({
      id,
      title: cleanLine(title),
      ...(color === null ? {} : { color }),
    }))
  },
  people: async ({ api, names }: Desk, text: string, project: string | number | undefined) => {
    const within = project === undefined ? {} : { projectId: (await names.project(project)).id }
    return (await api.users({ text, ...within })).map(({ id, username, name }) => ({
      id,
      username: cleanLine(username),
      ...(name === '' ? {} : { name: cleanLine(name) }),
    }))
  },
  teams: async ({ api }: Desk, text: string) => {
    const { items } = await api.teams(text === '' ? {} : { text })
    return items.map(({ id, name, members }) => ({
      id,
      name: cleanLine(name),
      members: members.map(({ username }) => cleanLine(username)),
    }))
  },
}
