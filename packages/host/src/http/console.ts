import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { BuildFile } from './build-files.ts'
import { BuildFiles } from './build-files.ts'
import type { RestEnv } from '../input/rest-env.ts'

export interface ConsoleParts {
  /** The folder of the build; none if there is no build. */
  readonly folder: string | undefined
  isSignedIn(request: IncomingMessage): Promise<boolean>
}

/** The console under `/app`: the files of its build for anyone, its pages for a signed-in browser. */
export function addConsole(app: Hono<RestEnv>, parts: ConsoleParts): void {
  const files = parts.folder === undefined ? undefined : new BuildFiles(parts.folder)
  app.get('/app/assets/*', async ({ req, notFound }) => {
    const [, name] = assetPattern.exec(new URL(req.url).pathname) ?? []
    const mayGzip = /\bgzip\b/.test(req.header('accept-encoding') ?? '')
    const file = name === undefined ? undefined : await files?.read(`assets/${name}`, { mayGzip })
    return file === undefined ? notFound() : answer(file, forEver)
  })
  const page = async ({ req, env }: Context<RestEnv>) => {
    const index = await files?.read('index.html')
    if (index === undefined) return notBuilt()
    return (await parts.isSignedIn(env.incoming)) ? answer(index) : toSignIn(new URL(req.url))
  }
  app.get('/app', page)
  app.get('/app/*', page)
}

/** No part begins with a dot, so no path leads out of the folder or to a hidden file. */
const assetPattern = /^\/app\/assets\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)$/

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Their names change with their contents. */
const forEver = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding, origin' }

function answer({ bytes, contentType, isGzipped }: BuildFile, more: Record<string, string> = {}): Response {
  return new Response(bytes, {
    headers: {
      ...headers,
      ...more,
      'content-type': contentType,
      'content-length': String(bytes.length),
      ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}

function toSignIn({ pathname, search }: URL): Response {
  const location = `/login?next=${encodeURIComponent(pathname + search)}`
  return new Response(null, { status: 302, headers: { location } })
}

function notBuilt(): Response {
  const html = errorPage({
    title: 'The console is not built yet',
    message: 'This server runs without the files of its console.',
    hint: 'In the folder where Quipu is installed, run: npm run build -w @quipu/console',
    link: { text: 'Front page', href: '/' },
  })
  return new Response(html, {
    status: 404,
    headers: { ...pageHeaders(), 'content-type': 'text/html; charset=utf-8' },
  })
}
