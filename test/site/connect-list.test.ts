import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { connectClients } from '@quipu/connect'
import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

const program = '"$PWD/node_modules/.bin/quipu"'

test('[CN3] the README names every client of the list and gives the same lines', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
  for (const { title, id } of connectClients) expect(readme).toContain(id === 'stdio' ? 'stdio' : title)
  const target = { url: 'http://127.0.0.1:8319/mcp', program }
  const lines = connectClients
    .filter(({ id }) => ['claude-code', 'vscode', 'stdio'].includes(id))
    .flatMap((client) => client.steps(target).flatMap(({ code = '' }) => code))
    .filter((code) => /^(?:claude|code) /.test(code))
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(readme).toContain(line)
})

test('[CN3] the front page has the steps of every client', async () => {
  await using at = await openTestHost(quickEngine(), [tasks])
  const page = await (await fetch(at.url)).text()
  for (const { title } of connectClients) expect(page).toContain(title)
  expect(page).toContain(`${at.url}/mcp`)
})
