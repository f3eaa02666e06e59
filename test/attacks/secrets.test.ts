import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { dataAgent } from '@quipu/data-agent'
import { openLog } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { engines, openTestHost, password } from '../environment/test-host.ts'
import { callTool, OAuthClient, type Tokens } from '../oauth/oauth-client.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

test.each(available)(
  '[X356] no secret is in the log, the files or a backup after all of them were used, on %s',
  async (engine) => {
    const said: string[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        said.push(String(chunk))
        done()
      },
    })
    await using app = await openTestHost(engine, [tasks, dataAgent], {
      log: openLog({ level: 'debug', destination }),
      authorizationsPerMinute: 10_000,
    })
    const ada = await app.user({ password, role: 'admin', path: '' })
    const client = await OAuthClient.register(app)
    const code = await client.code(ada.email)
    const first = (await (await client.redeem(code)).json()) as Tokens
    const second = (await (await client.refresh(first.refresh_token)).json()) as Tokens
    await client.refresh('guessed-refresh-token-of-a-stranger')
    await callTool(app, second.access_token, 'list_tasks')
    const made = await ada.api('POST', '/api/personal-tokens', { name: 'script' })
    const personal = ((await made.json()) as { token: string }).token
    const used = await fetch(`${app.url}/api/tasks`, { headers: { authorization: `Bearer ${personal}` } })
    expect(used.status).toBe(200)
    const ofDatabase = 'pass-word-of-a-database'
    await ada.api('POST', '/api/data-agent/connections', {
      name: 'away',
      kind: 'postgres',
      url: `postgres://reader:${ofDatabase}@127.0.0.1:1/db`,
    })
    const invited = await ada.api('POST', '/api/invitations', { email: 'bob@example.com', role: 'viewer' })
    const [invitation = ''] = /[\w-]{30,}/.exec(await invited.text()) ?? []
    const cookie = client.browser.cookie('quipu_session') ?? ''
    const stranger = new OAuthClient(app, client.id)
    const form = await stranger.browser.visit(stranger.authorizeUrl())
    await stranger.signIn(form, ada.email, 'a wrong password 1')

    const backup = await bytesOf(app.host.backup())
    await app.host.close()
    const places = {
      log: said.join(''),
      files: filesIn(app.options.dataFolder),
      backup: gunzipSync(backup).toString('latin1'),
    }
    expect(places.backup).toContain('script')
    const secrets = {
      password,
      'a wrong password': 'a wrong password 1',
      code,
      'an access token': second.access_token,
      'the first refresh token': first.refresh_token,
      'the second refresh token': second.refresh_token,
      'a personal token': personal,
      'the password of a database': ofDatabase,
      'the root secret': app.options.rootSecret,
      'the cookie of a session': cookie,
      'an invitation': invitation,
    }
    expect(Object.entries(secrets).filter(([, secret]) => secret.length < 12)).toEqual([])
    for (const [place, text] of Object.entries(places))
      for (const [name, secret] of Object.entries(secrets))
        for (const form of formsOf(secret)) expect(text.includes(form), `${place} holds ${name}`).toBe(false)
  },
)

/** As it is, and as it would look in other clothes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('base64').slice(0, -4), bytes.toString('hex')]
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

function filesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n')
}
