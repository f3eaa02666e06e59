import type { Report } from './bench-truth.ts'
import type { Facts } from './facts.ts'
import type { TruthServer } from './truth-server.ts'

const batchSize = 500

/**
 * Observations per second through MCP, in batches of 500, one after another. The upper limit is one insert of the same entities
 * as plain JSON rows through the same door into the same store, alternating with the batches.
 */
export async function measureIngest(
  server: TruthServer,
  facts: Facts,
  batches: number,
  report: Report,
): Promise<void> {
  const costs = { ingest: { wall: 0, cpu: 0 }, add_rows: { wall: 0, cpu: 0 } }
  const inTurn = async (tool: keyof typeof costs, entities: readonly object[]) => {
    const [cpu, began] = [await server.cpuSeconds(), performance.now()]
    await server.call(tool, { entities })
    costs[tool].wall += (performance.now() - began) / 1000
    costs[tool].cpu += (await server.cpuSeconds()) - cpu
  }
  for (let batch = -warmUp; batch < batches; batch += 1) {
    if (batch === 0) for (const cost of Object.values(costs)) Object.assign(cost, { wall: 0, cpu: 0 })
    const entities = facts.batch((batch + warmUp) * batchSize, batchSize)
    await inTurn('ingest', entities)
    await inTurn('add_rows', entities)
  }
  const rate = (seconds: number) => (batches * batchSize) / seconds
  const { ingest, add_rows: rows } = costs
  report(
    `structured ingest, ${batches} batches of ${batchSize}`,
    `${whole(rate(ingest.wall))} observations a second, ${whole(rate(ingest.cpu))} a second of processor time`,
    '2,000, 5,000',
  )
  report(
    'the limit: the same entities as plain rows, one insert a batch',
    `${whole(rate(rows.wall))} a second, ${whole(rate(rows.cpu))} a second of processor time; ingest costs ${(ingest.cpu / rows.cpu).toFixed(1)} × the processor time`,
  )
}

const warmUp = 3

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
