import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tasks } from '@quipu/tasks'
import { describe, expect, test } from 'vitest'
import { pythonPackage } from '../environment/python-packages.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { endpoint, openBridge } from '../vikunja/open-bridge.ts'

const folder = pythonPackage('mcp', '2.3.0')
const program = join(import.meta.dirname, 'python-client.py')
const modes = ['auto', 'legacy', '2026-07-28'] as const

interface Report {
  readonly version: string
  readonly tools: readonly string[]
  readonly isError: boolean
  readonly structuredContent: unknown
}

/** What the official client in Python got when it called this tool. */
async function callByPython(
  url: string,
  token: string,
  mode: (typeof modes)[number] | 'sse',
  [tool, input]: readonly [string, object],
): Promise<Report> {
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(
    'python3',
    [program, url, token, mode, tool, JSON.stringify(input)],
    { env: { PATH, PYTHONPATH: folder ?? '' } },
  )
  return JSON.parse(stdout) as Report
}

describe.skipIf(folder === undefined)('the official client in Python', () => {
  test.each(modes)('[VK186] works at the endpoint of Vikunja, in mode %s', async (mode) => {
    await using bridge = await openBridge()
    bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'Water the plants' })
    const report = await callByPython(bridge.app.url + endpoint, bridge.token, mode, ['find_tasks', {}])

    expect(report.version).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28')
    expect(report.tools).toContain('update_tasks')
    expect(report).toMatchObject({
      isError: false,
      structuredContent: { tasks: [{ title: 'Water the plants' }] },
    })
  })

  test('[VK186] works at /api/vikunja/sse', async () => {
    await using bridge = await openBridge()
    const made = await callByPython(`${bridge.app.url}/api/vikunja/sse`, bridge.token, 'sse', [
      'create_tasks',
      { project: bridge.home, tasks: [{ title: 'Call the bank' }] },
    ])

    expect(made).toMatchObject({ isError: false, structuredContent: { tasks: [{ title: 'Call the bank' }] } })
    expect([...bridge.fake.world.tasks.values()].map(({ title }) => title)).toEqual(['Call the bank'])
  })

  test.each(modes)('[VK186] works at /mcp, in mode %s', async (mode) => {
    await using app = await openTestHost(quickEngine(), [tasks])
    const { token } = await app.user()
    const report = await callByPython(`${app.url}/mcp`, token, mode, [
      'add_task',
      { title: 'Water the plants' },
    ])

    expect(report).toMatchObject({ isError: false, structuredContent: { status: 'success' } })
  })
})
