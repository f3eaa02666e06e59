import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stdioEnvironment } from '../clients/connect.ts'
import { createDatabase, freePort, hasProgram, temporaryFolder } from '../environment/index.ts'
import { Collector } from './collector.ts'

/** From the sources: the bundle has OpenTelemetry in files of its own, so that nothing would ask for it by name. */
const program = join(import.meta.dirname, '../../apps/server/bin/quipu.js')

/** Reports, on standard error, when any part of OpenTelemetry is loaded. */
const watch = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/')) process.stderr.write('asked for ' + name + '\\n')
  return next(name, context)
} })`

test.skipIf(!hasProgram('postgresql'))(
  '[M12] [M905] with a collector set, spans are sent under its name, the last ones when the server ends',
  async () => {
    await using collector = await new Collector().listen()
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    })
    await fetch(`${server.url}/api/health/live`)
    expect(await server.end()).toBe(0)

    expect(server.stderr).toContain('asked for @opentelemetry/sdk-trace')
    expect(collector.named('GET /api/health/live')).toHaveLength(1)
    expect(collector.headers[0]?.['api-key']).toBe('of the collector')
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'quipu',
      'deployment.environment.name': 'staging',
    })
  },
)

test.skipIf(!hasProgram('postgresql'))('[M906] without one, nothing of OpenTelemetry is loaded', async () => {
  const server = await start({ OTEL_SERVICE_NAME: 'quipu' })
  await fetch(`${server.url}/api/health/live`)
  expect(await server.end()).toBe(0)

  expect(server.stderr).not.toContain('asked for')
})

async function start(env: Record<string, string>) {
  const folder = temporaryFolder()
  const database = await createDatabase()
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: folder.path,
    env: {
      ...stdioEnvironment(folder.path),
      DATABASE_URL: database.url,
      PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = { url: `http://127.0.0.1:${port}`, stderr: '', end: () => end(child, 'SIGTERM') }
  child.stderr.on('data', (chunk: Buffer) => (server.stderr += String(chunk)))
  onTestFinished(async () => {
    await end(child, 'SIGKILL')
    await database.drop()
    folder[Symbol.dispose]()
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => String(chunk).includes('doctor') && resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${server.stderr}`)))
  })
  return server
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}
