type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** What is wrong with an authorization request on its face, in the words of the contract. */
export function problemOf(query: Query): string | undefined {
  for (const name of required) {
    const value = query[name]
    if (value === undefined || value === '') return `Missing required parameter: ${name}`
    if (typeof value !== 'string') return `Parameter given twice: ${name}`
  }
  if (query['response_type'] !== 'code') return 'response_type must be code'
  if (query['code_challenge_method'] !== 'S256') return 'code_challenge_method must be S256'
  if ((query['response_mode'] ?? 'query') !== 'query') return 'response_mode must be query'
  return undefined
}

/** A parameter that came once; nothing for one that came not at all or twice. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function resourcesOf({ resource }: Readonly<Record<string, unknown>>): readonly string[] {
  const given = Array.isArray(resource) ? resource : [resource]
  return given.filter((item) => typeof item === 'string')
}

const required = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const
