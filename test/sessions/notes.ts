import type { Bus, EndpointRules, Module, Role } from '@quipu/kit'
import { content, defineModule, defineResource, defineTool, resourceChanged } from '@quipu/kit'
import { z } from 'zod'
import type { EventReader, LegacyClient } from './legacy-client.ts'

export const openUri = 'notes://open'
export const lockedUri = 'notes://locked'

const everyone: readonly Role[] = ['viewer', 'contributor', 'admin']
const writers: readonly Role[] = ['contributor', 'admin']

/** A module in which not everyone may do everything. */
export function notes(endpoint: EndpointRules = {}): Module {
  const run = (text: string) => () => content({ type: 'text', text })
  return defineModule<Bus>({
    name: 'notes',
    title: 'Notes',
    endpoint,
    permissions: {
      'notes:read': { says: 'See notes', roles: everyone },
      'notes:write': { says: 'Change notes', roles: writers },
    },
    tools: [
      defineTool({
        name: 'read_note',
        title: 'Read',
        description: 'Reads a note.',
        needs: 'notes:read',
        effect: 'read',
        input: z.object({}),
        run: run('read'),
      }),
      defineTool({
        name: 'write_note',
        title: 'Write',
        description: 'Writes a note.',
        needs: 'notes:write',
        effect: 'read',
        input: z.object({}),
        run: run('written'),
      }),
      defineTool({
        name: 'touch_notes',
        title: 'Touch',
        description: 'Tells subscribers that both notes have changed.',
        needs: 'notes:read',
        effect: 'read',
        input: z.object({}),
        run: (bus: Bus, _input, { caller }) => {
          for (const uri of [lockedUri, openUri]) resourceChanged(bus, uri, caller)
          return content({ type: 'text', text: 'told' })
        },
      }),
    ],
    resources: [noteAt(openUri, 'open', 'notes:read'), noteAt(lockedUri, 'locked', 'notes:write')],
    open: ({ bus }) => bus,
  })
}

/** The URIs that each of the streams gets when both notes are touched once; the open one comes last. */
export async function urisAfterOneTouch(
  client: LegacyClient,
  ...streams: EventReader[]
): Promise<unknown[][]> {
  await client.rpc('tools/call', { name: 'touch_notes' })
  return Promise.all(
    streams.map(async (events) => {
      const uris: unknown[] = []
      while (uris.at(-1) !== openUri) uris.push((await events.next())?.message.params?.['uri'])
      return uris
    }),
  )
}

function noteAt(uri: string, name: string, needs: string) {
  const read = async () => 'A note'
  return defineResource<Bus>({
    name,
    title: name,
    description: 'A note.',
    uri,
    mimeType: 'text/plain',
    needs,
    read,
  })
}
