import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, temporaryFolder } from '../../test/environment/places.ts'
import { madeMailbox } from './made-mailbox.ts'
import { allOf, MemoryWatch, type Use } from './memory-watch.ts'

const megabytes = Number(process.env['QUIPU_MAILBOX_MB'] ?? 200)
/** `text`: no attachments, so many more messages. */
const hasAttachments = process.env['QUIPU_MAILBOX_KIND'] !== 'text'
/** `none`: the runtime has no settings. Otherwise they are those of `quipu start`. */
const hasSettings = process.env['QUIPU_MAILBOX_SETTINGS'] !== 'none'
/** The run ends then, wherever it is. */
const mostMinutes = Number(process.env['QUIPU_MAILBOX_MINUTES'] ?? 90)

interface Place {
  readonly url: string
  readonly token: string
}

/** Sends a mailbox to a server, which reads it, and measures what the server and its workers use meanwhile. */
export async function benchMailbox(): Promise<void> {
  using folder = temporaryFolder()
  const store = join(folder.path, 'store')
  mkdirSync(store)
  const server = fork(
    join(import.meta.dirname, 'servers/mailbox-server.ts'),
    [store, String(await freePort())],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...(hasSettings ? deployedSettings() : {}) },
    },
  )
  // Safe: the first message of the server, sent by our own code.
  const [place] = (await once(server, 'message')) as [Place]
  const watch = new MemoryWatch(server.pid ?? 0)
  try {
    await warmUp(place)
    await measure(place, watch)
  } finally {
    watch.stop()
    server.send('stop')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
}

/** The settings of the runtime, as `quipu start` and `quipu.service` have them. */
function deployedSettings(): Readonly<Record<string, string>> {
  const unit = readFileSync(join(import.meta.dirname, '../../deploy/quipu.service'), 'utf8')
  return Object.fromEntries(
    unit
      .matchAll(/^Environment=(MALLOC_ARENA_MAX|NODE_OPTIONS)=(.+)$/gm)
      .map(([, name, value]) => [name, value]),
  )
}

/** A first file warms the server up, so that its memory is not counted for the mailbox. */
async function warmUp(place: Place): Promise<void> {
  await upload(place, Readable.toWeb(Readable.from(['A first note'])) as ReadableStream)
}

async function measure(place: Place, watch: MemoryWatch): Promise<void> {
  await pause(3000)
  const idle = allOf(watch.take().now)
  console.log(`settings: ${hasSettings ? 'as started' : 'none'}; idle: ${inMb(idle)} MB`)
  const sentAt = performance.now()
  const messages = { count: 0 }
  const { job_id, file_size } = await upload(
    place,
    Readable.toWeb(Readable.from(madeMailbox(megabytes * 1e6, hasAttachments, messages))) as ReadableStream,
  )
  console.log(
    `sent: ${inMb(file_size)} MB, ${messages.count} messages in ${secondsSince(sentAt).toFixed(0)} s, peak ${above(watch.take(), idle)}`,
  )
  const readAt = performance.now()
  const before = watch.look().now
  let last = { read: 0, at: readAt, use: before }
  let peak = watch.look()
  for (;;) {
    const { state, progress } = await statusOf(place, job_id)
    const isOver = state === 'done' || state === 'dead'
    const read = isOver ? file_size : (progress?.done ?? 0)
    if (read > last.read && (isOver || read >= nextStep(last.read))) {
      const step = watch.take()
      peak = higher(peak, step)
      console.log(`  ${stepOf(last, read, step)}`)
      last = { read, at: performance.now(), use: step.now }
    }
    const seconds = secondsSince(readAt)
    if (isOver) {
      const cost = secondsOf(last.use) - secondsOf(before)
      console.log(
        `read: ${state} in ${seconds.toFixed(0)} s, ${(file_size / 1e6 / seconds).toFixed(1)} MB/s, ${(file_size / 1e6 / cost).toFixed(1)} MB a second of processor time, peak ${above(peak, idle)}`,
      )
      return
    }
    if (seconds > mostMinutes * 60) {
      console.log(
        `not read to its end: ${inMb(read)} MB in ${mostMinutes} minutes, peak ${above(higher(peak, watch.take()), idle)}`,
      )
      return
    }
    await pause(500)
  }
}

/** Reports come at 5, 10, 20 MB and so on, and from 100 MB on every 50 MB. */
function nextStep(read: number): number {
  return [5, 10, 20, 50, 100].map((mb) => mb * 1e6).find((step) => step > read) ?? read + 50e6
}

type Seen = ReturnType<MemoryWatch['look']>

function higher(one: Seen, other: Seen): Seen {
  const { peak } = allOf(one.peak) > allOf(other.peak) ? one : other
  return { ...other, peak, serverPeak: Math.max(one.serverPeak, other.serverPeak) }
}

function stepOf(
  last: { readonly read: number; readonly at: number; readonly use: Use },
  read: number,
  { peak, now }: Seen,
): string {
  const mb = (read - last.read) / 1e6
  const speed = (mb / secondsSince(last.at)).toFixed(2)
  const ofServer = ((now.serverSeconds - last.use.serverSeconds) / mb).toFixed(3)
  const ofWorkers = ((now.workerSeconds - last.use.workerSeconds) / mb).toFixed(3)
  return `${inMb(read)} MB read: ${speed} MB/s; processor seconds a MB: server ${ofServer}, workers ${ofWorkers}; now server ${inMb(now.server)} MB, workers ${inMb(now.workers)} MB; at most ${inMb(allOf(peak))} MB`
}

function secondsOf({ serverSeconds, workerSeconds }: Use): number {
  return serverSeconds + workerSeconds
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}

async function upload(
  { url, token }: Place,
  body: ReadableStream,
): Promise<{ readonly job_id: string; readonly file_size: number }> {
  const response = await fetch(`${url}/api/truth/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
    duplex: 'half',
  } as RequestInit)
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { job_id: string; file_size: number }
}

async function statusOf({ url, token }: Place, job: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/truth/jobs/${job}`, { headers })
  return (await response.json()) as { state: string; progress: { done: number } | null }
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function above({ peak, serverPeak }: Seen, idle: number): string {
  return `${inMb(allOf(peak))} MB, ${inMb(allOf(peak) - idle)} MB above idle: server ${inMb(peak.server)} MB, its workers ${inMb(peak.workers)} MB; server alone at most ${inMb(serverPeak)} MB`
}
