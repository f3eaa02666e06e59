import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { createDatabase, servers } from '../environment/index.ts'
import { Line } from '../environment/line.ts'
import { openTestHost, password } from '../environment/test-host.ts'
import { OAuthClient, type Tokens } from './oauth-client.ts'

test.skipIf(servers().databaseUrl === null)(
  '[H400] while the store is away the token endpoint says 503, and the same refresh token works afterwards',
  async () => {
    await using database = await createDatabase()
    await using line = await Line.to(database.url)
    await using app = await openTestHost('postgres', [tasks], {
      store: { kind: 'postgres', url: line.url, poolSize: 5 },
    })
    const ada = await app.user({ password })
    const client = await OAuthClient.register(app)
    const { refresh_token } = await client.tokens(ada.email)

    line.cut()
    const refused = await client.refresh(refresh_token)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
    const page = await fetch(client.authorizeUrl(), { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('Try again in a minute')

    line.mend()
    const renewed = await client.refresh(refresh_token)
    expect(renewed.status).toBe(200)
    expect(((await renewed.json()) as Tokens).refresh_token).not.toBe(refresh_token)
  },
)
