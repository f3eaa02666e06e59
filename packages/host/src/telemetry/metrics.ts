import { performance } from 'node:perf_hooks'
import type { Counter, Histogram } from './registry.ts'
import { Registry } from './registry.ts'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of the host. Labels contain only known names, never text that a client made up. */
export interface Metrics {
  /** For further metrics of the host. */
  readonly registry: Registry
  /** endpoint, status */
  readonly httpRequests: Counter
  /** tool, outcome */
  readonly toolCalls: Counter
  /** tool */
  readonly toolSeconds: Histogram
  /** policy */
  readonly limited: Counter
  readonly auditRowsDropped: Counter
  /** In the Prometheus text format. */
  render(): string
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export function openMetrics(redis?: { readonly isWell: boolean }): Metrics {
  const registry = new Registry()
  const metrics = {
    registry,
    httpRequests: registry.counter(
      'quipu_http_requests_total',
      'HTTP requests answered.',
      'endpoint',
      'status',
    ),
    toolCalls: registry.counter('quipu_tool_calls_total', 'Tool calls by outcome.', 'tool', 'outcome'),
    toolSeconds: registry.histogram('quipu_tool_seconds', 'How long tool calls took.', seconds, 'tool'),
    limited: registry.counter('quipu_limited_total', 'Requests and calls refused by a limit.', 'policy'),
    auditRowsDropped: registry.counter('quipu_audit_rows_dropped_total', 'Audit rows that were lost.'),
    render: () => registry.render(),
  }
  observeProcess(registry)
  if (redis !== undefined)
    registry.observed('quipu_redis_up', 'Whether Redis answers: 1 or 0.', 'gauge', () => Number(redis.isWell))
  return metrics
}

function observeProcess(registry: Registry): void {
  const startedAt = Math.round(performance.timeOrigin) / 1000
  registry.observed('process_start_time_seconds', 'When the process started.', 'gauge', () => startedAt)
  registry.observed('process_cpu_seconds_total', 'CPU time used.', 'counter', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.observed('process_resident_memory_bytes', 'Resident memory.', 'gauge', () =>
    process.memoryUsage.rss(),
  )
  registry.observed('nodejs_heap_used_bytes', 'Heap in use.', 'gauge', () => process.memoryUsage().heapUsed)
}
