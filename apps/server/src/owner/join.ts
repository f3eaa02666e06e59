import { setTimeout as delay } from 'node:timers/promises'
import type { Host } from '@quipu/host'
import { CommandFailed, exitCodes, isFolderInUse } from '../terminal/failure.ts'
import { ControlClient } from './control-client.ts'
import { readOwner } from './owner-file.ts'

export interface JoinOptions {
  readonly dataFolder: string
  /** Takes the folder's lock, or throws `DATA_FOLDER_IN_USE`. */
  readonly open: () => Promise<Host>
  readonly patienceMs: number
  /** Not to be opened here sooner than this, on the clock of `performance.now`: it is promised to another. */
  readonly openFrom?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type Joined =
  | { readonly role: 'owner'; readonly host: Host }
  | { readonly role: 'guest'; readonly client: ControlClient }

/** Connects to the owner of the folder, or becomes the owner. Of several at once, the lock admits one. */
export async function joinFolder(options: JoinOptions): Promise<Joined> {
  const deadline = performance.now() + options.patienceMs
  let silences = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const client = await ControlClient.reach(options.dataFolder)
    if (client === 'silent' && ++silences > 1) throw unreachable(options.dataFolder)
    if (client instanceof ControlClient) return { role: 'guest', client }
    if (performance.now() >= (options.openFrom ?? 0)) {
      const host = await tryOpening(options.open)
      if (host !== undefined) return { role: 'owner', host }
    }
    if (performance.now() > deadline) throw unreachable(options.dataFolder)
    await delay(30 + Math.random() * 70)
  }
}

/** Becomes the owner even if a client's process is it now; a server is never driven out. */
export async function takeFolder(options: JoinOptions): Promise<Host> {
  const deadline = performance.now() + options.patienceMs
  for (;;) {
    const joined = await joinFolder(options)
    if (joined.role === 'owner') return joined.host
    const { client } = joined
    if (client.hello.kind === 'server') {
      client.close()
      throw secondServer(client.hello)
    }
    client.requestHandOver()
    const isGone = await Promise.race([
      client.closed.then(() => true),
      delay(options.patienceMs, false, { ref: false }),
    ])
    client.close()
    if (!isGone || performance.now() > deadline) throw unreachable(options.dataFolder)
  }
}

async function tryOpening(open: () => Promise<Host>): Promise<Host | undefined> {
  try {
    return await open()
  } catch (error) {
    if (isFolderInUse(error)) return undefined
    throw error
  }
}

function secondServer({
  pid,
  url,
}: {
  readonly pid: number
  readonly url?: string | undefined
}): CommandFailed {
  return new CommandFailed(
    exitCodes.unreachable,
    `A Quipu server is already running on this data folder: process ${pid}${url === undefined ? '' : `, ${url}`}.
Use that one, or stop it first: kill ${pid}
To run a second one beside it, give it its own QUIPU_DATA_DIR and PORT.`,
  )
}

function unreachable(dataFolder: string): CommandFailed {
  const owner = readOwner(dataFolder)
  const who = owner === undefined ? 'another process' : `process ${owner.pid} (quipu ${owner.kind})`
  return new CommandFailed(
    exitCodes.unreachable,
    `The data folder ${dataFolder} is in use by ${who}, which does not answer. End that process, then try again.`,
  )
}
