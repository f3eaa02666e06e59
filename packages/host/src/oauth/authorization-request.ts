import type { KoaContextWithOIDC } from 'oidc-provider'

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export interface RequestProblem {
  /** In the words of the contract, for the app. */
  readonly message: string
  /** What the parameter is for, for the person whom the app sent. */
  readonly why: string
}

/** What is wrong with the form of an authorization request. */
export function problemOf(query: Query): RequestProblem | undefined {
  for (const [name, why] of Object.entries(required)) {
    const value = query[name]
    if (value === undefined || value === '') return { message: `Missing required parameter: ${name}`, why }
    if (typeof value !== 'string') return { message: `Parameter given twice: ${name}`, why }
  }
  if (query['response_type'] !== 'code')
    return { message: 'response_type must be code', why: required.response_type }
  if (query['code_challenge_method'] !== 'S256')
    return { message: 'code_challenge_method must be S256', why: required.code_challenge_method }
  if ((query['response_mode'] ?? 'query') !== 'query')
    return { message: 'response_mode must be query', why: 'It says how the answer is sent to the app.' }
  return undefined
}

/** A parameter that was given once; undefined if it is missing or was given twice. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A program gets JSON, a person at a browser gets a page. */
export function isBrowser(ctx: KoaContextWithOIDC): boolean {
  return ctx.get('accept').includes('text/html')
}

/** The request is valid: the same one may succeed later. */
export function refuseForNow(ctx: KoaContextWithOIDC, seconds: number): void {
  ctx.status = 503
  ctx.set('retry-after', String(seconds))
}

export function resourcesOf({ resource }: Readonly<Record<string, unknown>>): readonly string[] {
  const given = Array.isArray(resource) ? resource : [resource]
  return given.filter((item) => typeof item === 'string' && item !== '')
}

const required = {
  response_type: 'It says what kind of answer the app expects.',
  client_id: 'It says which app is asking.',
  redirect_uri: 'It says where the answer is sent.',
  state:
    'By it the app knows that an answer belongs to its own request, and not to one that somebody slipped in.',
  code_challenge: 'It makes sure that nobody but this app can use the answer.',
  code_challenge_method: 'It says how the answer is protected, so that nobody but this app can use it.',
} as const
