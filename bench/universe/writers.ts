import pg from 'pg'
import { Client, type Network } from './network.ts'

export interface Written {
  readonly writers: number
  readonly commands: number
  readonly perSecond: number
  /** Rows per second that PostgreSQL accepts from as many clients, each holding the lock on one row while it adds another. */
  readonly barePerSecond: number
  readonly lost: number
  readonly isContiguous: boolean
  readonly p50: number
  readonly p99: number
}

interface History {
  readonly entries: readonly { readonly revision: number; readonly commandId: string | null }[]
  readonly revision: number
}

/** Each writer sends its commands one after another, to the instances in turn. */
export async function writeAtOnce(
  { instances, databaseUrl }: Network,
  writers: number,
  each: number,
): Promise<Written> {
  const [first] = instances
  if (first === undefined) throw new Error('There are three of them')
  const client = new Client(first.token, writers)
  const { answer: made } = await client.send<{ id: string }>('POST', `${first.url}/universes`, {
    name: 'Crowded',
  })
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let at = 0; at < each; at += 1) {
        const { url } = instances[(writer + at) % instances.length] ?? first
        const commandId = `w${writer}-${at}`
        const sentAt = performance.now()
        await accepted(
          client,
          `${url}/universes/${made.id}/commands?include_state=false`,
          commandId,
          writer,
          at,
        )
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const ids = await commandIds(client, `${first.url}/universes/${made.id}`)
  client.close()
  const expected = writers * each
  times.sort((a, b) => a - b)
  return {
    writers,
    commands: expected,
    perSecond: expected / seconds,
    barePerSecond: await bareRate(databaseUrl, writers, Math.min(each, 200)),
    lost: expected - new Set(ids.values()).size,
    isContiguous: ids.size === expected && Math.max(...ids.keys()) === expected,
    p50: times[Math.floor(times.length / 2)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}

async function accepted(
  client: Client,
  url: string,
  commandId: string,
  writer: number,
  at: number,
): Promise<void> {
  const command =
    at % 10 === 0
      ? { type: 'addStar', id: `b${writer}-${at}`, payload: body(at) }
      : { type: 'updateStar', id: `b${writer}-${at - (at % 10)}`, payload: { mass: at + 1 } }
  const { status, answer } = await client.send('POST', url, { command, commandId })
  if (status !== 200) throw new Error(`${commandId} was answered ${status}: ${JSON.stringify(answer)}`)
}

function body(at: number) {
  const orbit = { orbitalDistance: 1 + at, orbitalSpeed: 0.01, orbitalPhase: at % 360 }
  return { name: `Body ${at}`, mass: 1, radius: 1, color: '#8899aa', parentId: null, ...orbit }
}

async function commandIds(client: Client, url: string): Promise<Map<number, string>> {
  const ids = new Map<number, string>()
  for (let after = 0; ;) {
    const { answer } = await client.send<History>('GET', `${url}/commands?after=${after}&limit=500`)
    for (const { revision, commandId } of answer.entries) ids.set(revision, commandId ?? '')
    after += answer.entries.length
    if (answer.entries.length === 0 || after >= answer.revision) return ids
  }
}

/** The upper limit: the same lock, one more row and the same commit, and nothing else. */
async function bareRate(databaseUrl: string, writers: number, each: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 30 })
  await pool.query('create table bare_head (revision int not null); insert into bare_head values (0)')
  await pool.query('create table bare_log (revision int primary key, command json not null)')
  const command = JSON.stringify({ type: 'updateStar', id: 'b1', payload: { mass: 1 } })
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let at = 0; at < each; at += 1) {
        const client = await pool.connect()
        await client.query('begin')
        const { rows } = await client.query('select revision from bare_head for update')
        const next = Number(rows[0]?.revision) + 1
        await client.query('insert into bare_log values ($1, $2)', [next, command])
        await client.query('update bare_head set revision = $1', [next])
        await client.query('commit')
        client.release()
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.end()
  return (writers * each) / seconds
}
