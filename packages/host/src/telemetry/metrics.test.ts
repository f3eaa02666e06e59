import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'
import { Registry } from './registry.ts'

test('[M4] counters and gauges are rendered with their labels in the Prometheus text format', () => {
  const registry = new Registry()
  const calls = registry.counter('calls_total', 'Calls.', 'tool', 'outcome')
  const open = registry.gauge('open', 'Open.\nNow.')
  calls.add(1, 'add_task', 'ok')
  calls.add(2, 'add_task', 'ok')
  calls.add(1, 'say "hi"\\\n', 'ok')
  open.set(7)
  open.set(5)

  expect(registry.render()).toBe(
    [
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      'calls_total{tool="add_task",outcome="ok"} 3',
      'calls_total{tool="say \\"hi\\"\\\\\\n",outcome="ok"} 1',
      '# HELP open Open.\\nNow.',
      '# TYPE open gauge',
      'open 5',
      '',
    ].join('\n'),
  )
})

test('[M4] a histogram counts each value in every bucket that holds it', () => {
  const registry = new Registry()
  const seconds = registry.histogram('seconds', 'Seconds.', [0.1, 1], 'tool')
  for (const value of [0.05, 0.1, 0.5, 4]) seconds.observe(value, 'add_task')

  expect(registry.render()).toBe(
    [
      '# HELP seconds Seconds.',
      '# TYPE seconds histogram',
      'seconds_bucket{tool="add_task",le="0.1"} 2',
      'seconds_bucket{tool="add_task",le="1"} 3',
      'seconds_bucket{tool="add_task",le="+Inf"} 4',
      'seconds_sum{tool="add_task"} 4.65',
      'seconds_count{tool="add_task"} 4',
      '',
    ].join('\n'),
  )
})

test('[M5] a thousand series of one metric are kept apart, further ones are counted together', () => {
  const registry = new Registry()
  const calls = registry.counter('calls_total', 'Calls.', 'tool')
  for (let tool = 0; tool < 1_500; tool++) calls.add(1, `tool-${tool}`)

  const lines = registry.render().trim().split('\n')
  expect(lines).toHaveLength(2 + 1_000 + 1)
  expect(lines.at(-1)).toBe('calls_total{tool="other"} 500')
})

test('[M901] labels must be given as declared', () => {
  const calls = new Registry().counter('calls_total', 'Calls.', 'tool')

  expect(() => calls.add(1, 'a', 'b')).toThrow('Expected 1 label values, got 2')
})

test('[M6] the host counts requests, tool calls, their time, refusals and lost audit rows, beside the process', () => {
  const metrics = openMetrics()
  metrics.httpRequests.add(1, '/mcp', '200')
  metrics.toolCalls.add(1, 'add_task', 'ok')
  metrics.toolSeconds.observe(0.004, 'add_task')
  metrics.limited.add(1, 'requests')

  const text = metrics.render()

  expect(text).toContain('quipu_http_requests_total{endpoint="/mcp",status="200"} 1\n')
  expect(text).toContain('quipu_tool_calls_total{tool="add_task",outcome="ok"} 1\n')
  expect(text).toContain('quipu_tool_seconds_bucket{tool="add_task",le="0.005"} 1\n')
  expect(text).toContain('quipu_limited_total{policy="requests"} 1\n')
  expect(text).toContain('quipu_audit_rows_dropped_total 0\n')
  for (const name of [
    'process_start_time_seconds',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ])
    expect(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0)
})
