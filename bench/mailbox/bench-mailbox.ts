import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, temporaryFolder } from '../../test/environment/places.ts'

const megabytes = Number(process.env['QUIPU_MAILBOX_MB'] ?? 200)

interface Place {
  readonly url: string
  readonly token: string
}

/** Sends a mailbox to a server, which reads it, and measures the memory of the server and its workers meanwhile. */
export async function benchMailbox(): Promise<void> {
  using folder = temporaryFolder()
  const store = join(folder.path, 'store')
  mkdirSync(store)
  const server = fork(
    join(import.meta.dirname, 'servers/mailbox-server.ts'),
    [store, String(await freePort())],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...deployedSettings() },
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

/** The settings of the runtime, as `quipu.service` has them. */
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
  const { all: idle } = watch.take().now
  console.log(`idle: ${inMb(idle)} MB`)
  const sentAt = performance.now()
  const messages = { count: 0 }
  const { job_id, file_size } = await upload(
    place,
    Readable.toWeb(Readable.from(mailbox(megabytes * 1e6, messages))) as ReadableStream,
  )
  const sent = watch.take()
  const sentSeconds = (performance.now() - sentAt) / 1000
  console.log(
    `sent: ${inMb(file_size)} MB, ${messages.count} messages in ${sentSeconds.toFixed(0)} s, peak ${above(sent, idle)}`,
  )
  const readAt = performance.now()
  let lastReport = readAt
  for (;;) {
    const { state, progress } = await statusOf(place, job_id)
    if (state === 'done' || state === 'dead') {
      const seconds = (performance.now() - readAt) / 1000
      const read = watch.take()
      console.log(
        `read: ${state} in ${seconds.toFixed(0)} s, ${(file_size / 1e6 / seconds).toFixed(1)} MB/s, peak ${above(read, idle)}`,
      )
      return
    }
    if (performance.now() - lastReport > 20_000) {
      lastReport = performance.now()
      const { now } = watch.look()
      console.log(
        `  ${inMb(progress?.done ?? 0)} MB read: ${inMb(now.all)} MB in all, server alone ${inMb(now.server)} MB`,
      )
    }
    await pause(500)
  }
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

/** Four of five messages are a text of 2 to 20 KB, the fifth has an attachment of 200 KB. */
function* mailbox(bytes: number, messages: { count: number }): Generator<Buffer> {
  const sentence = 'The quick brown fox jumps over the lazy dog and then it rests for a while.\n'
  const attachment = Buffer.alloc(200_000, 'Something in bytes \u0001 ')
    .toString('base64')
    .replace(/.{76}/g, '$&\n')
  for (let size = 0; size < bytes;) {
    const number = (messages.count += 1)
    const text = `Message ${number} of all.\n${sentence.repeat(25 + ((number * 37) % 240))}`
    const body =
      number % 5 === 0
        ? `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${text}--b
Content-Type: application/octet-stream; name=file.bin\nContent-Disposition: attachment; filename=file.bin
Content-Transfer-Encoding: base64\n\n${attachment}\n--b--\n`
        : `Content-Type: text/plain\n\n${text}`
    const message = Buffer.from(`From sender@example.com Thu Jan  1 00:00:00 2026
Message-ID: <${number}@example.com>\nFrom: Person ${number % 100} <person${number % 100}@example.com>
To: Ann <ann@example.com>\nSubject: Subject ${number}\nDate: Thu, 1 Jan 2026 08:00:00 +0000\nMIME-Version: 1.0\n${body}\n`)
    size += message.length
    yield message
  }
}

/** Memory in bytes: of the server, and with its workers. */
interface Memory {
  readonly all: number
  readonly server: number
}

/** The memory of a process and its descendants. */
class MemoryWatch {
  readonly #root: number
  readonly #timer: NodeJS.Timeout
  #peak: Memory = { all: 0, server: 0 }
  /** That of the server alone, which may be at another moment. */
  #serverPeak = 0

  constructor(root: number) {
    this.#root = root
    this.#timer = setInterval(() => void this.look(), 200)
  }

  /** The peaks since `take` was last called, and the current use. */
  look(): { readonly peak: Memory; readonly serverPeak: number; readonly now: Memory } {
    const now = { all: residentBelow(this.#root), server: residentOf(this.#root) }
    if (now.all > this.#peak.all) this.#peak = now
    this.#serverPeak = Math.max(this.#serverPeak, now.server)
    return { peak: this.#peak, serverPeak: this.#serverPeak, now }
  }

  take(): ReturnType<MemoryWatch['look']> {
    const seen = this.look()
    this.#peak = { all: 0, server: 0 }
    this.#serverPeak = 0
    return seen
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

function residentBelow(root: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    parents.set(Number(name), parentOf(Number(name)))
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + residentOf(pid), 0)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(textOf(pid, 'status'))?.[1] ?? 0)
}

/** Pages that processes share count in parts: a process that is just being forked shares all of its parent's. */
function residentOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(textOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024
}

function textOf(pid: number, file: 'status' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function above({ peak, serverPeak }: ReturnType<MemoryWatch['look']>, idle: number): string {
  return `${inMb(peak.all)} MB, ${inMb(peak.all - idle)} MB above idle: server ${inMb(peak.server)} MB, its workers ${inMb(peak.all - peak.server)} MB; server alone at most ${inMb(serverPeak)} MB`
}
