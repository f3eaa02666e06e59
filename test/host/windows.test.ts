import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineModule, defineTool } from '@quipu/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../environment/index.ts'
import { openTestHost, quickEngine, type TestHost } from '../environment/test-host.ts'

const tool = (name: string, window?: string) =>
  defineTool({
    name,
    title: name,
    description: name,
    effect: 'read',
    ...(window === undefined ? {} : { window }),
    input: z.object({}),
    output: z.object({ ok: z.boolean() }),
    run: () => ({ ok: true }),
  })

const weather = defineModule({
  name: 'weather',
  title: 'Weather',
  permissions: {},
  tools: [tool('show_sky', 'sky'), tool('show_rain', 'rain'), tool('tell_wind')],
  open: () => ({}),
})

const folder = temporaryFolder()
let at: TestHost
beforeAll(async () => {
  mkdirSync(join(folder.path, 'windows'))
  writeFileSync(join(folder.path, 'windows', 'sky.html'), '<!doctype html>sky')
  writeFileSync(join(folder.path, 'windows', 'other.html'), '<!doctype html>other')
  at = await openTestHost(quickEngine(), [weather], { consoleFolder: folder.path })
})
afterAll(async () => {
  await at?.[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('[H600] [H970] [H971] a tool with a window is listed with its address, which reads as a page that may connect to nothing', async () => {
  const user = await at.user()
  const { result: listed } = await user.rpc('tools/list')
  const tools = listed?.['tools'] as { name: string; _meta?: unknown }[]
  expect(Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]))).toEqual({
    show_sky: { ui: { resourceUri: 'ui://quipu/sky' } },
    show_rain: { ui: { resourceUri: 'ui://quipu/rain' } },
    tell_wind: undefined,
  })
  const { result: read } = await user.rpc('resources/read', { uri: 'ui://quipu/sky' })
  expect(read).toMatchObject({
    contents: [
      {
        uri: 'ui://quipu/sky',
        mimeType: 'text/html;profile=mcp-app',
        text: '<!doctype html>sky',
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
      },
    ],
  })
  const { result: found } = await user.rpc('server/discover')
  expect(found).toMatchObject({ capabilities: { extensions: { 'io.modelcontextprotocol/ui': {} } } })
  expect((await user.rpc('resources/list')).result).toMatchObject({ resources: [] })
})

test('[H601] [H972] a window that no tool declares, or that was not built, is not found, and the tool answers all the same', async () => {
  const user = await at.user()
  for (const uri of ['ui://quipu/other', 'ui://quipu/rain', 'ui://quipu/../sky', 'ui://quipu/'])
    expect([uri, (await user.rpc('resources/read', { uri })).error?.message]).toEqual([
      uri,
      `Resource not found: ${uri}`,
    ])
  expect((await user.call('show_rain')).raw).toMatchObject({ structuredContent: { ok: true } })
})
