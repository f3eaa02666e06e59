import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { certificateFor } from '../environment/certificate.ts'
import { GuardedProcess } from '../environment/guarded-process.ts'
import { freePort, temporaryFolder } from '../environment/index.ts'

export const shippedConfig = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

export interface RunningNginx extends AsyncDisposable {
  /** https */
  readonly url: string
  /** http */
  readonly plainUrl: string
  /** One line a request, in order. */
  log(): string[]
}

export interface NginxOptions {
  /** `address:port` of each of the three instances. */
  readonly instances: readonly string[]
  readonly ports: { readonly https: number; readonly http: number }
  /** For tests that are about something else than the limit. */
  readonly ratePerSecond?: number
}

/** nginx as it is shipped, with the addresses, names and places of a test. `fetch` trusts its certificate from then on. */
export async function startNginx(options: NginxOptions): Promise<RunningNginx> {
  const folder = temporaryFolder()
  const config = writeConfig(folder.path, options)
  const args = ['-c', config, '-p', folder.path, '-g', 'daemon off;']
  const server = new GuardedProcess({
    program: program(),
    args,
    folder: folder.path,
    user: null,
    stopSignal: 'SIGTERM',
  })
  while (!(await canConnect(options.ports.https))) {
    if (!server.isRunning) throw new Error(`nginx does not start: ${server.output}`)
    await sleep(25)
  }
  return {
    url: `https://localhost:${options.ports.https}`,
    plainUrl: `http://localhost:${options.ports.http}`,
    log: () => readFileSync(join(folder.path, 'access.log'), 'utf8').trim().split('\n'),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}

/** What `nginx -t` says of the shipped file; only where things are has been changed. */
export async function checkedByNginx(): Promise<string> {
  using folder = temporaryFolder()
  const config = writeConfig(folder.path, {
    instances: ['172.28.19.11:8319', '172.28.19.12:8319', '172.28.19.13:8319'],
    ports: { https: await freePort(), http: await freePort() },
  })
  const { stderr } = await promisify(execFile)(program(), ['-t', '-c', config, '-p', folder.path])
  return stderr
}

export async function freePorts(): Promise<NginxOptions['ports']> {
  return { https: await freePort(), http: await freePort() }
}

function program(): string {
  return inject('programs').nginx ?? ''
}

function writeConfig(folder: string, { instances, ports, ratePerSecond = 10 }: NginxOptions): string {
  const { key, cert } = ownCertificate()
  // Started by root, nginx runs as another user, who must be able to access its temporary files.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), cert)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  const changes: [string, string][] = [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['/var/log/nginx/error.log error;', `${folder}/error.log error;`],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['http {\n', `http {\n${temporary}\n`],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`],
    ['/etc/nginx/tls/fullchain.pem', `${folder}/cert.pem`],
    ['/etc/nginx/tls/privkey.pem', `${folder}/key.pem`],
    ['rate=10r/s', `rate=${ratePerSecond}r/s`],
    ...instances.map((instance, at): [string, string] => [`172.28.19.1${at + 1}:8319`, instance]),
  ]
  let config = shippedConfig.replaceAll('server_name quipu.example.com;', 'server_name localhost;')
  for (const [shipped, tested] of changes) {
    expect(config.split(shipped), `deploy/nginx.conf has ${shipped} once`).toHaveLength(2)
    config = config.replace(shipped, tested)
  }
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, config)
  return path
}

let certificate: ReturnType<typeof certificateFor> | undefined

/** One for all: OpenSSL cannot distinguish two trusted certificates of the same name. */
function ownCertificate(): ReturnType<typeof certificateFor> {
  if (certificate === undefined) {
    certificate = certificateFor('localhost')
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  }
  return certificate
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
