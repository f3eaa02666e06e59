import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { shippedConfig } from './run-nginx.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly stop_grace_period?: string
  readonly healthcheck: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly networks: { readonly quipu: { readonly ipv4_address: string } }
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
}

describe('compose.yml', () => {
  const { services } = parse(read('deploy/compose.yml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>
  }
  const instances = Object.entries(services).filter(([name]) => name.startsWith('quipu-'))

  test('[X10] has three instances alike, which stop in order and are reached through nginx only', () => {
    expect(instances).toHaveLength(3)
    const alike = instances.map(([, { networks: _own, ...instance }]) => instance)
    for (const instance of alike) {
      expect(instance).toEqual(alike[0])
      expect(instance.stop_grace_period).toBe('45s')
      expect(instance.environment).toMatchObject({ NODE_ENV: 'production', REDIS_URL: expect.any(String) })
      expect(instance.ports).toBeUndefined()
      expect(instance.healthcheck.test.join(' ')).toContain('/api/health/ready')
    }
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name]) => name)).toEqual(['nginx'])
  })

  test('[X10] gives the instances the addresses that nginx.conf names, and trusts nginx alone', () => {
    const inNginx = [...shippedConfig.matchAll(/^ {8}server ([\d.]+):8319 /gm)].map(([, address]) => address)

    expect(instances.map(([, { networks }]) => networks.quipu.ipv4_address)).toEqual(inNginx)
    expect(instances[0]?.[1].environment?.['TRUSTED_PROXIES']).toBe(
      services['nginx']?.networks.quipu.ipv4_address,
    )
    for (const [name] of instances)
      expect(services['nginx']?.depends_on?.[name]?.condition).toBe('service_healthy')
  })

  test('[X10] has a PostgreSQL and a Redis that are new enough, with checks of health', () => {
    expect(Number(/^postgres:(\d+)/.exec(services['postgres']?.image ?? '')?.[1])).toBeGreaterThanOrEqual(15)
    expect(Number(/^redis:(\d+)/.exec(services['redis']?.image ?? '')?.[1])).toBeGreaterThanOrEqual(7)
    for (const service of Object.values(services)) expect(service.healthcheck.test.length).toBeGreaterThan(0)
  })

  test('[X10] holds no secret: they come from a file that is not kept with it', () => {
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|DATABASE_URL/.test(name)),
    )
    expect(secrets.length).toBeGreaterThan(0)
    for (const [, value] of secrets) expect(value).toContain('${POSTGRES_PASSWORD:?')
    for (const [, { env_file: file }] of instances) expect(file).toBe('.env')
    for (const name of ['APP_URL', 'JWT_SECRET', 'POSTGRES_PASSWORD'])
      expect(read('deploy/.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
    expect(read('deploy/.env.example')).toMatch(/^JWT_SECRET=$/m)
    expect(read('.gitignore').split('\n')).toContain('.env')
  })

  test.each([
    { status: 200, code: 0 },
    { status: 503, code: 1 },
  ])('[X10] takes an instance that says $status for one with code $code', async ({ status, code }) => {
    const server = createServer((_request, response) => void response.writeHead(status).end())
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const [, , flag = '', script = ''] = instances[0]?.[1].healthcheck.test ?? []
    // It listens on TCP, so its address is not the name of a pipe.
    const { port } = server.address() as AddressInfo
    const child = spawn(process.execPath, [flag, script.replace('8319', String(port))])

    expect(await once(child, 'exit')).toEqual([code, null])
  })

  test('[X904] builds from what is there, and runs the server itself as somebody without rights', () => {
    const dockerfile = read('deploy/Dockerfile')
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(
      ([, paths]) => paths?.split(' ') ?? [],
    )
    const kept = read('deploy/Dockerfile.dockerignore').split('\n')

    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(kept).toEqual(expect.arrayContaining(copied.map((path) => `!${path}`)))
    expect(/^CMD (.+)$/m.exec(dockerfile)?.[1]).toBe('["node", "node_modules/quipu/bin/quipu.js", "start"]')
    expect(dockerfile.lastIndexOf('USER node')).toBeLessThan(dockerfile.lastIndexOf('CMD'))
    expect(dockerfile).toMatch(/^USER node$/m)
  })
})

describe('quipu.service', () => {
  test('[X904] stops in 30 s, restarts after a failure, and has only the rights that it needs', () => {
    const unit = read('deploy/quipu.service')
    for (const line of [
      'TimeoutStopSec=45',
      'Restart=on-failure',
      'DynamicUser=yes',
      'EnvironmentFile=/etc/quipu/quipu.env',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'Environment=NODE_ENV=production',
    ])
      expect(unit.split('\n')).toContain(line)
    const [, script] = /^ExecStart=\S+ node (\S+) start$/m.exec(unit) ?? []
    expect(existsSync(join(root, script ?? ''))).toBe(true)
  })

  test('[TR558] it and the image start the server with a runtime that gives memory back', () => {
    const settings = ['MALLOC_ARENA_MAX=2', 'NODE_OPTIONS=--max-semi-space-size=4']
    const unit = read('deploy/quipu.service').split('\n')
    for (const setting of settings) expect(unit).toContain(`Environment=${setting}`)
    expect(read('deploy/Dockerfile')).toContain(`\nENV ${settings.join(' ')}\n`)
  })

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    '[X904] systemd finds nothing wrong with it',
    async () => {
      const unit = join(root, 'deploy/quipu.service')
      const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', unit])

      expect(stdout + stderr).toBe('')
    },
  )
})
