import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakingChanges } from '../catalog/breaking-changes.ts'
import { EventReader } from '../environment/event-reader.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { bellTower } from './bells.ts'

let at: TestHost
let boss: TestUser
beforeAll(async () => {
  at = await openTestHost(quickEngine(), [tasks, bellTower().module])
  boss = await at.user({ role: 'admin', path: '' })
})
afterAll(() => at?.[Symbol.asyncDispose]())

async function published(): Promise<OpenApi> {
  return (await (await boss.api('GET', '/api/openapi.json')).json()) as OpenApi
}

test('[H910] files are published like any other answer, with their type, what they need and what can be asked for', async () => {
  const { paths } = await published()
  const exports = Object.entries(paths).filter(([path]) => path.endsWith('/export'))
  expect(exports.map(([path, { get }]) => [path, get?.security])).toEqual([
    ['/api/account/export', [{ bearer: [] }]],
    ['/api/admin/audit/export', [{ bearer: ['audit:read'] }]],
  ])
  for (const [path, { get }] of exports) {
    const [contentType] = Object.keys(get?.responses['200']?.content ?? {})
    const answer = await boss.api('GET', path)
    expect(answer.headers.get('content-type')).toBe(contentType)
    await answer.bytes()
  }
  const asked = paths['/api/admin/audit/export']?.['get']?.parameters?.map(({ name }) => name) ?? []
  expect(asked).toContain('user_id')
  for (const name of asked) {
    const refused = await boss.api('GET', `/api/admin/audit/export?${name}=${'x'.repeat(2_001)}`)
    expect(((await refused.json()) as { message: string }).message).toContain(name)
  }
  expect((await boss.api('GET', '/api/admin/audit/export?other=1')).status).toBe(400)
})

test('[H910] streams are published with their type, what they need and from where they go on; so are answers without a body', async () => {
  const { paths } = await published()
  const { get } = paths['/bells/{tower}/events'] ?? {}
  expect(get).toMatchObject({
    summary: 'Hear the bells of a tower',
    tags: ['bells'],
    security: [{ bearer: ['bells:hear'] }],
    parameters: [
      { name: 'tower', in: 'path', required: true },
      { name: 'loud', in: 'query', required: false },
      { name: 'Last-Event-ID', in: 'header', required: false },
    ],
  })
  const [contentType] = Object.keys(get?.responses['200']?.content ?? {})
  using reader = await EventReader.open(`${at.url}/bells/north/events?loud=yes`, {
    authorization: `Bearer ${boss.token}`,
  })
  expect([reader.status, reader.response.headers['content-type']]).toEqual([200, contentType])

  const { post } = paths['/bells/{tower}/ring'] ?? {}
  expect(post?.responses['204']).toEqual({ description: 'Done' })
})

test('[P3] the published surface of the host’s own routes only grows', async () => {
  const surface = accountSurface(await published())
  const path = join(import.meta.dirname, '../catalog/host/account.json')
  const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const now = `${JSON.stringify(surface, null, 2)}\n`
  const mayUpdate = process.env['UPDATE_CATALOG'] === '1'

  const broken = written === undefined ? [] : breakingChanges(JSON.parse(written) as JsonObject, surface)
  expect(broken).toEqual([])
  if (mayUpdate) writeFileSync(path, now)
  expect(
    mayUpdate ? now : written,
    'If this is meant, accept it: UPDATE_CATALOG=1 npx vitest run test/host/published-routes.test.ts',
  ).toBe(now)
})

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly { readonly bearer: readonly string[] }[]
  readonly parameters?: readonly (JsonObject & { readonly name: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema?: JsonObject }>>
}

/** In the form that the catalogue has for routes. */
function accountSurface({ paths }: OpenApi): JsonObject {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes('account'))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, routeSurface(operation)] as const),
  )
  return { module: 'account', routes: Object.fromEntries(routes) }
}

function routeSurface({ summary, security, parameters = [], requestBody, responses }: Operation): JsonObject {
  const [status = '', answer] = Object.entries(responses)[0] ?? []
  return {
    summary,
    needs: security.flatMap(({ bearer }) => bearer),
    status,
    inputSchema: {
      parameters: Object.fromEntries(parameters.map(({ name, ...rest }) => [name, rest])),
      ...(requestBody === undefined ? {} : { body: schemaOf(requestBody) }),
    },
    outputSchema: answer === undefined ? {} : schemaOf(answer),
  }
}

/** Of JSON; of a file, that it is one. */
function schemaOf({ content }: Content): JsonObject {
  const [[contentType, { schema = {} }] = ['', {}]] = Object.entries(content)
  return contentType === 'application/json' ? schema : { contentMediaType: contentType, ...schema }
}
