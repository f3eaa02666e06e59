import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { connectClients, type ConnectClient, type Step } from '@quipu/connect'
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

test('[CN3] the page about clients has a row for each client of the list, with its steps, and no other', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/site/clients.md'), 'utf8')
  const [, table = ''] = /^\| Client \| What to do \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(page) ?? []
  expect(table.trimEnd().split('\n')).toEqual(connectClients.map(rowOf))
})

function rowOf(client: ConnectClient): string {
  const steps = client.steps({ url: 'http://127.0.0.1:8319/mcp', program })
  const away = client.isRemote === true ? ['It needs an address that is reachable from the internet.'] : []
  return `| ${client.title} | ${[...steps.map((step) => textOf(step, client.id)), ...away].join(' ')} |`
}

function textOf({ says, code, link }: Step, id: string): string {
  // Links that open a program are on pages that the server makes.
  if (link !== undefined) return `${says} “${link.title}” on the front page.`
  if (code === undefined) return says
  if (code.startsWith('{')) return `${says} \`${JSON.stringify(JSON.parse(code))}\`.`
  // Lines that are indented cannot stand in a row.
  if (/^ /m.test(code)) return `${says} what \`npx quipu connect ${id}\` shows.`
  return `${says} ${code.replaceAll(/^.+$/gm, '`$&`').replaceAll('\n', ' and ')}.`
}

test('[CN3] the front page has the steps of every client', async () => {
  await using at = await openTestHost(quickEngine(), [tasks])
  const page = await (await fetch(at.url)).text()
  for (const { title } of connectClients) expect(page).toContain(title)
  expect(page).toContain(`${at.url}/mcp`)
})
