import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Network, type RunningServer } from './network.ts'
import { Watcher } from './watchers.ts'

export interface Resumed {
  readonly drops: number
  readonly streams: number
  readonly events: number
  readonly gaps: number
  readonly duplicates: number
}

export interface Delivery {
  readonly subscribers: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Streams are cut at random while someone writes, and resume at another instance from the last event they saw. */
export async function dropAndResume(
  { instances }: Network,
  drops: number,
  streams: number,
): Promise<Resumed> {
  const first = oneOf(instances, 0)
  const client = new Client(first.token, 4)
  const id = await newUniverse(client, first.url)
  const seen = Array.from({ length: streams }, () => [] as number[])
  let isWriting = true
  let written = 0
  const writing = (async () => {
    while (isWriting) {
      await tick(client, `${oneOf(instances, written).url}/universes/${id}`)
      written += 1
    }
  })()
  const open = (stream: number, turn: number) => {
    const { url } = oneOf(instances, stream + turn)
    const mine = seen[stream] ?? []
    const after = mine.at(-1) ?? 0
    const heard = (revision: number) => void mine.push(revision)
    return Watcher.open({ url, path: `/universes/${id}/events`, token: first.token, after, heard })
  }
  const perStream = Math.ceil(drops / streams)
  const last = await Promise.all(
    seen.map(async (_, stream) => {
      let watcher = await open(stream, 0)
      for (let turn = 1; turn <= perStream; turn += 1) {
        await pause(20 + Math.random() * 200)
        watcher.drop()
        watcher = await open(stream, turn)
      }
      return watcher
    }),
  )
  isWriting = false
  await writing
  await until(() => seen.every((mine) => mine.at(-1) === written))
  for (const watcher of last) watcher.drop()
  client.close()
  const events = seen.reduce((sum, mine) => sum + mine.length, 0)
  const distinct = seen.reduce((sum, mine) => sum + new Set(mine).size, 0)
  return {
    drops: perStream * streams,
    streams,
    events,
    gaps: written * streams - distinct,
    duplicates: events - distinct,
  }
}

/** The time from just before a command is sent until each subscriber of one instance has it. */
export async function fanOut(
  server: RunningServer,
  subscribers: number,
  commands: number,
): Promise<Delivery> {
  const client = new Client(server.token, 2)
  const isBare = server.token === 'none'
  const path = isBare ? '/' : `/universes/${await newUniverse(client, server.url)}`
  const delays: number[] = []
  let sentAt = 0
  const heard = () => void delays.push(performance.now() - sentAt)
  const stream = isBare ? path : `${path}/events`
  const watchers: Watcher[] = []
  for (let at = 0; at < subscribers; at += 1)
    watchers.push(await Watcher.open({ url: server.url, path: stream, token: server.token, heard }))
  await pause(500)
  for (let at = 1; at <= commands; at += 1) {
    sentAt = performance.now()
    if (isBare) await client.send('POST', server.url, { type: 'tick', dt: 1, meta: filler })
    else await tick(client, server.url + path)
    await until(() => delays.length >= at * subscribers)
    await pause(50)
  }
  for (const watcher of watchers) watcher.drop()
  client.close()
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  return { subscribers, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Makes an event of the bare server about as long. */
const filler = 'x'.repeat(200)

async function newUniverse(client: Client, url: string): Promise<string> {
  const { answer } = await client.send<{ id: string }>('POST', `${url}/universes`, { name: 'Watched' })
  return answer.id
}

async function tick(client: Client, url: string): Promise<void> {
  const { status } = await client.send('POST', `${url}/commands?include_state=false`, { type: 'tick', dt: 1 })
  if (status !== 200) throw new Error(`A tick was answered ${status}`)
}

async function until(isSo: () => boolean): Promise<void> {
  const endsAt = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > endsAt) return
    await pause(2)
  }
}

function oneOf(instances: readonly RunningServer[], at: number): RunningServer {
  // Safe: there are three of them.
  return instances[at % instances.length]!
}
