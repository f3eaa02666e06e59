import { openHost, openLog } from '@quipu/host'
import { defineModule, defineRoute, defineStream, defineTool, ToolError, type Module } from '@quipu/kit'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { copyOfMigratedStore } from '../environment/embedded-store.ts'
import { freePort, temporaryFolder } from '../environment/places.ts'

const note = (facts: { name?: string; needs?: string } = {}) =>
  defineTool({
    name: 'add_note',
    title: 'Add note',
    description: 'Keeps a note.',
    needs: 'notes:write',
    effect: 'read',
    input: z.object({}),
    output: z.object({}),
    run: () => ({}),
    ...facts,
  })

const route = (path: `/${string}`, needs = 'notes:write') =>
  defineRoute({
    method: 'GET',
    path,
    summary: 'Notes',
    needs,
    effect: 'read',
    output: z.object({}),
    run: async () => ({}),
  })

const stream = (path: `/${string}`) =>
  defineStream({ path, summary: 'Notes', open: async () => (async function* () {})() })

const notes = (more: Partial<Module> = {}): Module =>
  defineModule({
    name: 'notes',
    title: 'Notes',
    permissions: { 'notes:write': { says: 'Keep notes', roles: ['contributor', 'admin'] } },
    tools: [note()],
    open: () => null,
    ...more,
  })
const other = (more: Partial<Module>) => notes({ name: 'other', permissions: {}, tools: [], ...more })

const unfit: readonly (readonly [string, readonly Module[], string])[] = [
  [
    'a name that is no part of an address',
    [notes({ name: 'My notes' })],
    'The module "My notes" needs a name in kebab-case',
  ],
  ['the name of another module', [notes(), other({ name: 'notes' })], 'Two modules are named notes'],
  [
    'a tool that clients cannot name',
    [notes({ tools: [note({ name: 'add note!' })] })],
    'a tool "add note!"',
  ],
  [
    'a tool with a permission that nobody declares',
    [notes({ tools: [note({ needs: 'notes:wirte' })] })],
    'In the module notes, add_note needs the permission notes:wirte, which no module declares',
  ],
  [
    'a route with a permission that nobody declares',
    [notes({ routes: [route('/api/notes', 'notes:raed')] })],
    'In the module notes, GET /api/notes needs the permission notes:raed',
  ],
  [
    'a page for the home page with a permission that nobody declares',
    [notes({ waits: { needs: 'notes:see', list: async () => [] } })],
    'In the module notes, waits needs the permission notes:see',
  ],
  [
    'a route that another module serves',
    [notes({ routes: [route('/api/notes/:id')] }), other({ routes: [route('/api/notes/:note_id')] })],
    'The modules notes and other both serve GET /api/notes/:note_id',
  ],
  [
    'a stream at the address of a route',
    [notes({ routes: [route('/api/notes')], streams: [stream('/api/notes')] })],
    'The module notes serves GET /api/notes twice',
  ],
]

async function startWith(modules: readonly Module[], folder: { readonly path: string }): Promise<void> {
  const port = await freePort()
  await using _host = await openHost({
    store: { kind: 'embedded', folder: folder.path },
    dataFolder: folder.path,
    appUrl: `http://127.0.0.1:${port}`,
    listen: { host: '127.0.0.1', port },
    rootSecret: 'a root secret that is used in tests only',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 1024,
    modules,
    version: '0.0.0-test',
    log: openLog({ level: 'silent' }),
  })
}

describe('a module that cannot be served as it is', () => {
  test.each(unfit)('[H830] %s is refused at the start', async (_what, modules, message) => {
    using folder = temporaryFolder()
    await expect(startWith(modules, folder)).rejects.toThrow(message)
  })

  test('[H831] a module that throws while it opens is named', async () => {
    using folder = await copyOfMigratedStore([notes()])
    const broken = notes({
      open: () => {
        throw new TypeError('no list of words')
      },
    })
    await expect(startWith([broken], folder)).rejects.toThrow(
      'The module notes could not be opened: no list of words',
    )
    const unset = notes({
      open: () => {
        throw new ToolError('VALIDATION_ERROR', 'NOTES_URL must be a URL')
      },
    })
    await expect(startWith([unset], folder)).rejects.toThrow(/^NOTES_URL must be a URL$/)
  })
})
