import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { freePort, hasProgram } from '../environment/index.ts'
import { openTestHost, quickEngine, password } from '../environment/test-host.ts'
import { runAuthorizationSuite } from './authorization-suite.ts'
import { openChromium, Person } from './person.ts'

test('[O37] the official suite finds nothing wrong with the server metadata', async () => {
  await using app = await openTestHost(quickEngine(), [tasks])
  const scenario = 'authorization-server-metadata-endpoint'
  const { exitCode, checks } = await runAuthorizationSuite(['--url', app.url, '--scenario', scenario])

  expect(checks.map(({ id, status, errorMessage }) => [id, status, errorMessage])).toEqual([
    ['authorization-server-metadata', 'SUCCESS', undefined],
    ['authorization-server-metadata-cimd', 'SUCCESS', undefined],
  ])
  expect(exitCode).toBe(0)
})

test.skipIf(!hasProgram('chromium'))(
  '[O37] nor with a whole authorization, with a person at a browser',
  async () => {
    await using app = await openTestHost(quickEngine(), [tasks])
    await using browser = await openChromium()
    await using ada = await Person.at(browser, (await app.user({ password })).email)
    const port = await freePort()
    await app.host.clients.add({ id: 'suite', redirectUris: ['http://127.0.0.1/callback'] })

    const { exitCode, checks } = await runAuthorizationSuite(
      ['--url', app.url, '--client-id', 'suite', '--resource', `${app.url}/mcp`, '--port', String(port)],
      (address) => ada.answer(new URL(address)),
    )

    expect(checks.map(({ id, status, errorMessage }) => [id, status, errorMessage])).toEqual([
      ['authorization-code-grant', 'SUCCESS', undefined],
      ['authorization-server-metadata', 'SUCCESS', undefined],
      ['authorization-server-metadata-cimd', 'SUCCESS', undefined],
    ])
    expect(ada.seen).toEqual(['Sign in', 'Connect suite?'])
    expect(exitCode).toBe(0)
  },
)
