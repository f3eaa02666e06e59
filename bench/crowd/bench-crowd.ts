import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, temporaryFolder } from '../../test/environment/places.ts'
import { startPostgres } from '../../test/environment/postgres.ts'
import { askOnce, makeOntology, type Outcome } from './crowd-client.ts'
import { loadOrders, writeParquet, writeSqlite } from './crowd-data.ts'
import type { ServerUsage } from './crowd-server.ts'

const rows = Number(process.env['QUIPU_CROWD_ROWS'] ?? 5_000_000)
const people = Number(process.env['QUIPU_CROWD_PEOPLE'] ?? 20)
const questions = [
  'total amount by region',
  'top 10 customers by total amount',
  'average amount by product',
  'number of orders by region',
  'how many customers are there',
]

const sorted = {
  question: 'how much amounts change from one order to the next',
  sql: `select region, avg(change) as change from (select region,
      amount - lag(amount) over (partition by customer order by order_id) as change from orders
      where quantity < 4) as c
    group by region`,
}

interface Crowd {
  readonly url: string
  readonly admin: string
  readonly people: readonly string[]
}

/** Many people ask at once over many rows, then one person asks for cells that are too large, on each engine. */
export async function benchCrowd(): Promise<void> {
  using folder = temporaryFolder()
  const [data, store] = [join(folder.path, 'data'), join(folder.path, 'store')]
  for (const path of [data, store]) mkdirSync(path)
  const wanted = (process.env['QUIPU_CROWD_ENGINES'] ?? 'sqlite,duckdb,postgres').split(',')
  const postgres = wanted.includes('postgres') ? await startPostgres() : undefined
  const server = fork(
    join(import.meta.dirname, 'crowd-server.ts'),
    [store, String(await freePort()), String(people), data],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  )
  // Safe: the first message of the server, sent by our own code.
  const [crowd] = (await once(server, 'message')) as [Crowd]
  try {
    for (const engine of wanted) {
      const connection = await connectionTo(engine, data, postgres?.url ?? '')
      await measure(server, crowd, engine, connection)
    }
  } finally {
    if (server.connected) server.send('stop')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    if (postgres !== undefined) {
      const waiting = setInterval(() => {}, 1000)
      await postgres.stop()
      clearInterval(waiting)
    }
  }
}

async function connectionTo(engine: string, folder: string, url: string): Promise<object> {
  if (engine === 'sqlite') return { name: engine, kind: 'sqlite', file: writeSqlite(folder, rows) }
  if (engine === 'duckdb') return { name: engine, kind: 'files', paths: await writeParquet(folder, rows) }
  await loadOrders(url, rows)
  return { name: engine, kind: 'postgres', url }
}

async function measure(
  server: ChildProcess,
  crowd: Crowd,
  engine: string,
  connection: object,
): Promise<void> {
  const large = largeCells(engine)
  const ontologyId = await makeOntology(crowd.url, crowd.admin, connection, [sorted, ...large])
  const ask = (person: number, question: string) =>
    askOnce(crowd.url, crowd.people[person] ?? '', ontologyId, question)
  await ask(0, 'number of orders by region')
  await usageOf(server)
  const outcomes = await Promise.all(
    crowd.people.map((_, person) => ask(person, questions[person % questions.length] ?? '')),
  )
  report(`${engine}, ${people} people at once, ${rows} rows`, outcomes, await usageOf(server))
  const heavy = await Promise.all(crowd.people.map((_, person) => ask(person, sorted.question)))
  report(`${engine}, ${people} people at once sort a third of them`, heavy, await usageOf(server))
  for (const { question } of large) {
    const outcome = await ask(0, question)
    if (!server.connected) {
      console.log(`${engine}, ${question}: the server ended. ${outcome.says}\n`)
      throw new Error('The server ended')
    }
    report(`${engine}, ${question}`, [outcome], await usageOf(server))
  }
}

function largeCells(engine: string): readonly { question: string; sql: string }[] {
  const text = (size: number) =>
    engine === 'sqlite' ? `printf('%0${size}d', order_id)` : `lpad(cast(order_id as text), ${size}, 'y')`
  const cells = (size: number, more: string) => `select ${text(size)} as t, region from orders ${more}`
  return [
    { question: 'one cell of 15 MB', sql: cells(15_000_000, 'limit 1') },
    { question: 'one cell of 55 MB', sql: cells(55_000_000, 'limit 1') },
    { question: 'ten thousand cells of 1,500 characters', sql: cells(1_500, 'limit 10000') },
    { question: 'a hundred cells of 100,000 characters', sql: cells(100_000, 'limit 100') },
    {
      question: 'one cell of 700 MB',
      // PostgreSQL can pad only to a quarter of a gigabyte.
      sql: `select ${text(234_000_000)} || ${text(233_000_000)} || ${text(233_000_000)} as t from orders limit 1`,
    },
    ...(engine === 'duckdb' ? [{ question: 'one cell of 2 GB', sql: cells(2_000_000_000, 'limit 1') }] : []),
  ]
}

async function usageOf(server: ChildProcess): Promise<ServerUsage> {
  const message = once(server, 'message')
  server.send('report')
  const [usage] = (await message) as [ServerUsage]
  return usage
}

function report(what: string, outcomes: readonly Outcome[], usage: ServerUsage): void {
  const byOutcome = Map.groupBy(outcomes, ({ says }) => says.replace(/ \(.*/, ''))
  console.log(what)
  for (const [says, same] of byOutcome)
    console.log(`  ${same.length} × ${same.length === 1 ? same[0]?.says : says}`)
  const seconds = (pick: (outcome: Outcome) => number) => {
    const sorted = outcomes.map((outcome) => pick(outcome) / 1000).toSorted((one, other) => one - other)
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
    return `median ${at(0.5)} s, longest ${at(1)} s`
  }
  console.log(
    `  waited ${seconds(({ waitedMs }) => waitedMs)}; then ran ${seconds(({ totalMs, waitedMs }) => totalMs - waitedMs)}`,
  )
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20)
  console.log(
    `  main process: ${mb(usage.rssBefore)} MB, at most ${mb(usage.rssPeak)} MB (+${mb(usage.rssPeak - usage.rssBefore)}); longest block ${usage.blockMs.toFixed(0)} ms, of which it computed ${usage.busyMs.toFixed(0)} ms\n`,
  )
}
