import { expect, test } from 'vitest'
import { connectClients, mcpAddress, textOf } from './index.ts'

const program = '"$PWD/node_modules/.bin/quipu"'

test('[CN1] the address tells the profile, and no profile has the plain address', () => {
  const at = 'https://quipu.example'
  expect(mcpAddress(at, { modules: [], isReadOnly: false })).toBe('https://quipu.example/mcp')
  expect(mcpAddress(at, { modules: ['tasks', 'truth'], isReadOnly: true })).toBe(
    'https://quipu.example/mcp?modules=tasks,truth&readonly=1',
  )
})

test.each(connectClients)('[CN2] $title gets steps that carry the whole address', (client) => {
  const url = 'https://quipu.example/mcp?modules=tasks&readonly=1'
  const steps = client.steps({ url, program })
  const carried = steps.flatMap(({ code = '', link }) => [code, decodeURIComponent(link?.href ?? '')])
  const plain = carried.some((text) => text.includes(url))
  expect(plain || client.id === 'stdio').toBe(true)
  expect(textOf(client, { url, program })).toContain(client.title)
})

test('[CN900] what a shell would take apart is quoted, and JSON is JSON', () => {
  const target = { url: 'https://quipu.example/mcp?modules=tasks&readonly=1', program }
  const codes = connectClients.flatMap((client) => client.steps(target).flatMap(({ code }) => code ?? []))
  expect(codes).toContain(
    `claude mcp add --transport http quipu 'https://quipu.example/mcp?modules=tasks&readonly=1'`,
  )
  for (const code of codes.filter((text) => text.startsWith('{')))
    expect(() => JSON.parse(code) as unknown).not.toThrow()
})

test('[CN2] a link of Cursor carries its configuration', () => {
  const cursor = connectClients.find(({ id }) => id === 'cursor')
  const [first] = cursor?.steps({ url: 'https://quipu.example/mcp', program }) ?? []
  const config = new URL(first?.link?.href ?? '').searchParams.get('config') ?? ''
  expect(JSON.parse(atob(config))).toEqual({ url: 'https://quipu.example/mcp' })
})

test('[CN4] on the machine itself the program has its whole path and the settings that lead to this store', () => {
  const stdio = connectClients.find(({ id }) => id === 'stdio')
  const local = { command: "/opt/it's/quipu", env: { QUIPU_DATA_DIR: '/srv/my data' } }
  const [command, configuration] = stdio?.steps({ url: 'https://quipu.example/mcp', program, local }) ?? []
  expect(command?.code).toBe(
    `claude mcp add quipu -e 'QUIPU_DATA_DIR=/srv/my data' -- '/opt/it'\\''s/quipu' stdio`,
  )
  expect(JSON.parse(configuration?.code ?? '')).toEqual({
    mcpServers: { quipu: { command: local.command, args: ['stdio'], env: local.env } },
  })
})
