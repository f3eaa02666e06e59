import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tasks } from '@quipu/tasks'
import { expect, inject, test } from 'vitest'
import { freePort, hasProgram, temporaryFolder } from '../environment/index.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

test.skipIf(!hasProgram('nginx'))(
  '[H17] [H979] behind a proxy the public address counts, and metrics stay inside',
  async () => {
    const publicPort = await freePort()
    const publicUrl = `http://127.0.0.1:${publicPort}`
    await using at = await openTestHost(quickEngine(), [tasks], { appUrl: publicUrl })
    await using _proxy = await startNginx(publicPort, at.url)
    const account = await at.host.accounts.create({ email: 'ana@example.com', role: 'contributor' })
    const token = await at.host.tokens.issue({
      userId: account.id,
      clientId: 'test',
      scope: [],
      resource: `${publicUrl}/mcp`,
      ttlSeconds: 600,
    })
    const through = (path: string, init: RequestInit = {}) => fetch(publicUrl + path, init)
    const listed = await through('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const refused = await through('/mcp', { method: 'POST' })

    expect(listed.status).toBe(200)
    expect(refused.headers.get('www-authenticate')).toContain(
      `${publicUrl}/.well-known/oauth-protected-resource/mcp`,
    )
    expect((await through('/metrics')).status).toBe(403)
    expect((await fetch(`${at.url}/metrics`)).status).toBe(200)
  },
)

async function startNginx(port: number, upstream: string): Promise<AsyncDisposable> {
  const folder = temporaryFolder()
  const config = join(folder.path, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder.path}/pid; error_log stderr warn;
     events {}
     http {
       access_log off;
       client_body_temp_path ${folder.path}/body; proxy_temp_path ${folder.path}/proxy;
       fastcgi_temp_path ${folder.path}/f; uwsgi_temp_path ${folder.path}/u; scgi_temp_path ${folder.path}/s;
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass ${upstream};
           proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
         }
       }
     }`,
  )
  const child = spawn(inject('programs').nginx ?? '', ['-c', config, '-p', folder.path], { stdio: 'ignore' })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return {
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      folder[Symbol.dispose]()
    },
  }
}
