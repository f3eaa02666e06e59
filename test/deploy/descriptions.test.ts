import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('apps/server/package.json')) as { version: string }

describe('the Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile')

  test('[H580] has no mistake that a linter knows', () => {
    expect(validate(dockerfile).map(({ message, range }) => [range.start.line + 1, message])).toEqual([])
  })

  test('[H580] names the major version of what it builds on, and runs without rights', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(new Set(images)).toEqual(new Set(['node:24-slim']))
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^COPY --from=install --chown=root:root /m)
    expect(last).toMatch(/^HEALTHCHECK .*\\\n\s+CMD \["node", "--eval", /m)
  })
})

/** What the published schema has against it. */
function complaints(schema: string, value: unknown): unknown {
  const { $schema, ...rules } = JSON.parse(read(`test/deploy/schemas/${schema}`)) as Record<string, unknown>
  // One of them names its draft by an address that is not the draft's own.
  expect($schema ?? 'draft-07').toContain('draft-07')
  const formats = { uri: URL.canParse, email: true, duration: true } as const
  const validate = new Ajv({ strict: false, allErrors: true, formats }).compile(rules)
  validate(value)
  return validate.errors ?? []
}

test('[H581] [H582] [H583] a published schema refuses what it does not know', () => {
  const server = JSON.parse(read('deploy/server.json')) as object
  const bundle = JSON.parse(read('deploy/mcpb-manifest.json')) as object

  expect(complaints('compose-spec.json', { services: { one: { image: 'x', restarts: 'no' } } })).not.toEqual(
    [],
  )
  expect(complaints('server.schema.json', { ...server, description: 'x'.repeat(101) })).not.toEqual([])
  expect(complaints('mcpb-manifest.schema.json', { ...bundle, colour: 'green' })).not.toEqual([])
})

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      depends_on: z.record(z.string(), z.unknown()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

test('[H581] [H973] compose.yml has only what Compose knows, and gives the instances nothing that they do not need', () => {
  const compose: unknown = parse(read('deploy/compose.yml'), { merge: true })
  expect(complaints('compose-spec.json', compose)).toEqual([])
  const parsed = Compose.parse(compose)
  const known = new Set(Object.keys(parsed.volumes))
  for (const [name, service] of Object.entries(parsed.services)) {
    for (const needed of Object.keys(service.depends_on ?? {})) expect(parsed.services).toHaveProperty(needed)
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    expect(named.filter((volume) => !volume.startsWith('.') && !known.has(volume))).toEqual([])
    if (!name.startsWith('quipu-')) continue
    const { read_only, tmpfs, cap_drop, security_opt } = service
    expect({ read_only, tmpfs, cap_drop, security_opt }).toEqual({
      read_only: true,
      tmpfs: '/tmp',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  }
})

const ServerJson = z.object({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  version: z.literal(version),
  packages: z.array(
    z.object({
      identifier: z.literal('quipu'),
      version: z.literal(version),
      environmentVariables: z.array(z.object({ name: z.string() })),
    }),
  ),
})

test('[H582] server.json is what the MCP registry asks for', () => {
  const server: unknown = JSON.parse(read('deploy/server.json'))
  expect(complaints('server.schema.json', server)).toEqual([])
  const { packages } = ServerJson.parse(server)
  const settings = packages.flatMap(({ environmentVariables }) =>
    environmentVariables.map(({ name }) => name),
  )
  for (const name of settings) expect(read('.env.example')).toContain(`#${name}=`)
})

const BundleManifest = z.object({
  version: z.literal(version),
  server: z.object({
    entry_point: z.string(),
    mcp_config: z.object({ args: z.array(z.string()) }).loose(),
  }),
  user_config: z.record(z.string(), z.unknown()),
})

test('[H583] the manifest of the bundle is one that desktop clients take', () => {
  const manifest: unknown = JSON.parse(read('deploy/mcpb-manifest.json'))
  expect(complaints('mcpb-manifest.schema.json', manifest)).toEqual([])
  const { server, user_config } = BundleManifest.parse(manifest)
  expect(server.mcp_config.args[0]).toBe(`\${__dirname}/${server.entry_point}`)
  const used = JSON.stringify(server.mcp_config).matchAll(/\$\{user_config\.(\w+)\}/g)
  expect([...used].map(([, name]) => name)).toEqual(Object.keys(user_config))
})
