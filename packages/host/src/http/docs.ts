import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PageLink } from '@quipu/kit'
import type { Hono } from 'hono'
import type { RestEnv } from '../input/rest-env.ts'
import { BuildFiles } from './build-files.ts'

/**
 * The documentation under `/docs`, for anyone: pages without scripts, their style, and their text for assistants.
 * Returns the link to it, if it was built.
 */
export function addDocs(app: Hono<RestEnv>, folder: string | undefined): readonly PageLink[] {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return []
  const files = new BuildFiles(folder)
  app.get('/docs', () => new Response(null, { status: 308, headers: { location: '/docs/' } }))
  app.get('/docs/*', async ({ req, notFound }) => {
    const [, name] = docsPattern.exec(new URL(req.url).pathname) ?? []
    const path = name === undefined ? undefined : name === '' ? 'index.html' : withEnding(name)
    return (path && (await answer(files, path, req.header('accept-encoding')))) || notFound()
  })
  app.get('/llms.txt', async ({ req, notFound }) => {
    return (await answer(files, 'llms.txt', req.header('accept-encoding'))) ?? notFound()
  })
  return [{ title: 'Documentation', path: '/docs/' }]
}

/** One name without a leading dot: nothing outside the folder and nothing hidden. */
const docsPattern = /^\/docs\/((?:[\w-][\w.-]*)?)$/

function withEnding(name: string): string {
  return name.includes('.') ? name : `${name}.html`
}

async function answer(files: BuildFiles, path: string, accepted = ''): Promise<Response | undefined> {
  const file = await files.read(path, { mayGzip: /\bgzip\b/.test(accepted) })
  if (file === undefined) return undefined
  const { bytes, contentType, isGzipped } = file
  return new Response(bytes, {
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, origin',
      'content-type': path.endsWith('.md') ? 'text/markdown; charset=utf-8' : contentType,
      'content-length': String(bytes.length),
      ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}
