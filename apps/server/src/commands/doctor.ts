import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command, Context } from '../command-line/command.ts'
import type { Config } from '../installation/config.ts'
import { describeFailure, exitCodes } from '../terminal/failure.ts'
import { hasStore } from '../installation/host-options.ts'
import { walkAsClient, type Finding } from '../client-walk/client-walk.ts'
import { ControlClient } from '../owner/control-client.ts'
import type { Hello } from '../owner/frames.ts'
import { withStore } from '../owner/perform.ts'
import { previousSecretFile, secretFile } from '../installation/root-secret.ts'

export const doctor: Command = {
  name: 'doctor',
  says: 'Check this installation. Each problem is shown with what to do about it. With a URL: connect to it step by step, as a client does.',
  words: [],
  rest: '[URL]',
  options: {
    token: { value: 'TOKEN', says: 'With a URL: also make a first call with this token.' },
  },
  examples: ['npx quipu doctor', 'npx quipu doctor --json', 'npx quipu doctor https://quipu.example.com/mcp'],
  run: async (given, context) => {
    const [url] = given.words
    const findings =
      url === undefined ? await examine(context) : await walkAsClient(url, given.value('token'))
    const isWell = findings.every(({ ok }) => ok)
    context.print(
      given.isJson ? JSON.stringify({ ok: isWell, checks: findings }) : findings.map(lineFor).join('\n'),
    )
    return isWell ? exitCodes.ok : exitCodes.failed
  },
}

async function examine(context: Context): Promise<readonly Finding[]> {
  const { config } = context
  const node = { name: 'node', ok: true, detail: process.version }
  const folder = checkFolder(config)
  if (!isReadable(config.dataFolder)) return [node, folder, await checkServer(config, undefined)]
  const owner = config.store.kind === 'postgres' ? undefined : await findOwner(config.dataFolder)
  return [
    node,
    folder,
    ...checkDisk(config),
    checkSecret(config),
    ...(await checkStore(context, owner)),
    await checkServer(config, owner?.url),
  ]
}

/** What is in a folder of somebody else cannot be told from what is missing. */
function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

async function findOwner(dataFolder: string): Promise<Hello | undefined> {
  const owner = await ControlClient.whoOwns(dataFolder).catch(() => undefined)
  return owner === 'silent' ? undefined : owner
}

function lineFor({ name, ok, detail }: Finding): string {
  return `${ok ? '✓' : '✗'} ${name.padEnd(14)} ${detail}`
}

function checkFolder({ dataFolder }: Config): Finding {
  const name = 'data folder'
  if (!existsSync(dataFolder)) return { name, ok: true, detail: `${dataFolder} (made on the first start)` }
  const stat = statSync(dataFolder)
  if (!stat.isDirectory()) {
    return { name, ok: false, detail: `${dataFolder} is no folder: move it away, or set QUIPU_DATA_DIR` }
  }
  const user = process.getuid?.()
  if (stat.uid !== user && user !== 0) {
    return {
      name,
      ok: false,
      detail: `${dataFolder} belongs to another user: chown it, or set QUIPU_DATA_DIR`,
    }
  }
  if ((stat.mode & 0o077) !== 0) {
    return { name, ok: false, detail: `${dataFolder} is open to other users: chmod 700 ${dataFolder}` }
  }
  return { name, ok: true, detail: dataFolder }
}

function checkDisk({ dataFolder }: Config): readonly Finding[] {
  if (!existsSync(dataFolder)) return []
  const { bavail, blocks, bsize } = statfsSync(dataFolder)
  // Some file systems do not say.
  if (blocks === 0) return []
  const megabytes = Math.floor((bavail * bsize) / 1_000_000)
  const isEnough = megabytes >= fewMegabytes
  const free = megabytes < 10_000 ? `${megabytes} MB free` : `${Math.floor(megabytes / 1000)} GB free`
  const detail = isEnough ? free : `${free}: make room for ${dataFolder}, before writes and backups fail`
  return [{ name: 'disk', ok: isEnough, detail }]
}

/** A backup of a new store needs 50. */
const fewMegabytes = 100

function checkSecret({ dataFolder, rootSecret }: Config): Finding {
  const name = 'root secret'
  if (rootSecret !== undefined) return { name, ok: true, detail: 'from JWT_SECRET' }
  const file = secretFile(dataFolder)
  if (!existsSync(file)) return { name, ok: true, detail: 'made on the first start' }
  for (const secret of [file, previousSecretFile(dataFolder)].filter((path) => existsSync(path))) {
    const isOpen = (statSync(secret).mode & 0o077) !== 0
    if (isOpen) return { name, ok: false, detail: `${secret} is open to other users: chmod 600 ${secret}` }
  }
  return { name, ok: true, detail: `${file} (keep a copy: without it, what it sealed is lost)` }
}

async function checkStore({ config, log }: Context, owner: Hello | undefined): Promise<readonly Finding[]> {
  const name = 'store'
  if (config.store.kind === 'embedded' && !hasStore(config)) {
    return [{ name, ok: true, detail: 'none yet: `npx quipu start` creates it' }]
  }
  try {
    const found = await withStore(config, log, (perform) => perform('checks', {}))
    return config.store.kind === 'postgres' ? found : [holderOf(owner), ...found]
  } catch (error) {
    return [{ name, ok: false, detail: describeFailure(error).lines.join(' ').replaceAll('\n', ' ') }]
  }
}

function holderOf(owner: Hello | undefined): Finding {
  const detail =
    owner === undefined ? 'nobody; opened for these checks' : `process ${owner.pid} (quipu ${owner.kind})`
  return { name: 'store held by', ok: true, detail }
}

/** The server on the data folder may have been started with another address than this command has. */
async function checkServer({ appUrl, listen }: Config, running: string | undefined): Promise<Finding> {
  const name = 'server'
  const address = running ?? appUrl
  const url = `${address}/api/health/ready`
  try {
    const answer = await askReady(url)
    if (answer.ok) return { name, ok: true, detail: `ready at ${address}` }
    const detail = `${url} answers ${answer.status}: see its log, or set PORT if another program listens on ${listen.port}`
    return { name, ok: false, detail }
  } catch {
    if (running !== undefined)
      return {
        name,
        ok: false,
        detail: `it runs, but nothing answers at ${running}: check APP_URL and the proxy`,
      }
    return { name, ok: true, detail: `not running at ${appUrl}: \`npx quipu start\` runs it` }
  }
}

/** A busy server may not be ready for a moment, so it is asked up to five times. */
async function askReady(url: string, tries = 5): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' })
  if (answer.status !== 503 || tries === 1) return answer
  await delay(1000)
  return askReady(url, tries - 1)
}
