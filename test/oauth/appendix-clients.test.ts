import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAgent, type TestAgent } from '../data-agent/open-agent.ts'
import { engines, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callbackPort, Program } from './appendix-program.ts'
import { OAuthClient } from './oauth-client.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each(engines)('the clients of the appendix on %s', (engine) => {
  let agent: TestAgent
  let app: TestHost
  let ada: TestUser
  let redirectUri: string
  beforeAll(async () => {
    agent = await openAgent(engine)
    app = agent.app
    ada = await app.user({ password })
    await app.host.clients.add({ id: 'my-mcp-client', redirectUris: ['http://localhost:3000/callback'] })
    redirectUri = `http://localhost:${await callbackPort()}/callback`
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  /** A person opens the address that the program printed, signs in and allows. */
  const follow = async (program: Program): Promise<URL> => {
    await expect.poll(() => program.output).toMatch(/authorize\?\S+\s/)
    const address = /http:\S+authorize\?\S+/.exec(program.output)?.[0] ?? ''
    const person = new OAuthClient(app, 'my-mcp-client', redirectUri)
    const page = await person.signIn(await person.browser.visit(address), ada.email)
    expect(page.html).toContain('Ask questions about your data')
    return new URL((await person.decide(page, 'allow')).url)
  }

  test('[O36] the one in TypeScript signs in, lists, reads and asks', async () => {
    await using program = Program.typescript(app.url, redirectUri)
    const answer = await follow(program)
    const page = await fetch(answer)
    expect([page.status, await page.text()]).toEqual([200, '<h1>Success! You can close this window.</h1>'])

    expect([await program.end(), program.output]).toEqual([
      0,
      expect.stringContaining('Connected to MCP server'),
    ])
    expect(program.output).toContain('"uri": "knecta://ontologies"')
    expect(program.output).toContain("name: 'Bakery'")
    expect(program.output).toMatch(/Answer:\n[^{\n]/)
    expect(program.output).toContain('Data lineage: {')
  })

  test.skipIf(!hasPython)(
    '[O36] the one in Python does too, without a session (skipped without python3)',
    async () => {
      await using program = Program.python(app.url, redirectUri)
      program.type((await follow(program)).searchParams.get('code') ?? '')

      expect([await program.end(), program.output]).toEqual([0, expect.stringContaining('Authenticated!')])
      expect(program.output).toContain("'uri': 'knecta://ontologies'")
      expect(program.output).toContain("'name': 'Bakery'")
      expect(program.output).toContain('{"_type":"data_lineage"')
    },
  )
})
