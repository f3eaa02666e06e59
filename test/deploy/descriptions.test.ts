import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** What Compose knows, as far as it is used here; anything else is a mistake. */
const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  stop_signal: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.string().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(?::ro)?$/)).optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  healthcheck: z.strictObject({
    test: z.array(z.string()).min(2),
    interval: z.string(),
    timeout: z.string(),
    retries: z.int(),
    start_period: z.string().optional(),
  }),
})

const Compose = z.object({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(
    z.string(),
    z.strictObject({ ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }) }),
  ),
  volumes: z.record(z.string(), z.null()),
})

test('[H581] compose.yml has only what Compose knows, and gives the instances nothing that they do not need', () => {
  const parsed = Compose.parse(parse(read('deploy/compose.yml'), { merge: true }))
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

/** The schema of 2025-12-11 of the MCP registry, as far as it is used here. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.literal(version),
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
      identifier: z.literal('quipu'),
      version: z.literal(version),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
          isRequired: z.boolean(),
        }),
      ),
    }),
  ),
})

test('[H582] server.json is what the MCP registry asks for', () => {
  const { packages } = ServerJson.parse(JSON.parse(read('deploy/server.json')))
  const settings = packages.flatMap(({ environmentVariables }) =>
    environmentVariables.map(({ name }) => name),
  )
  for (const name of settings) expect(read('.env.example')).toContain(`#${name}=`)
})

/** Version 0.3 of the manifest of MCP bundles, as far as it is used here. */
const BundleManifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.literal('quipu'),
  display_name: z.string(),
  version: z.literal(version),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.literal('MIT'),
  keywords: z.array(z.string()),
  icon: z.literal('icon.svg'),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools_generated: z.literal(true),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
  user_config: z.record(
    z.string(),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
      title: z.string(),
      description: z.string(),
      required: z.boolean(),
      default: z.string(),
    }),
  ),
})

test('[H583] the manifest of the bundle is one that desktop clients take', () => {
  const { server, user_config } = BundleManifest.parse(JSON.parse(read('deploy/mcpb-manifest.json')))
  expect(server.mcp_config.args[0]).toBe(`\${__dirname}/${server.entry_point}`)
  const used = JSON.stringify(server.mcp_config).matchAll(/\$\{user_config\.(\w+)\}/g)
  expect([...used].map(([, name]) => name)).toEqual(Object.keys(user_config))
})
