import { isDeepStrictEqual } from 'node:util'
import type { TestHost } from '../../environment/test-host.ts'

interface Universe {
  readonly id: string
  readonly revision: number
  readonly counts: unknown
  readonly state: unknown
}

interface Entry {
  readonly revision: number
  readonly command: unknown
}

/** The log has every revision once, and another universe that follows it becomes the same. */
export async function differencesFromReplay(app: TestHost, token: string, id: string): Promise<string[]> {
  const kept = await ask<Universe>(app, token, 'GET', `/${id}`)
  const log = await logOf(app, token, id)
  const whole = Array.from({ length: kept.revision }, (_, step) => step + 1)
  const revisions = log.map(({ revision }) => revision)
  if (!isDeepStrictEqual(revisions, whole))
    return [`the log of a universe at revision ${kept.revision} has ${revisions.length} steps`]

  const bob = await app.user({ path: '' })
  const copy = await ask<Universe>(app, bob.token, 'POST', '', { name: 'Replayed' })
  for (let first = 0; first < log.length; first += 500) {
    const commands = log.slice(first, first + 500).map(({ command }) => command)
    await ask(app, bob.token, 'POST', `/${copy.id}/commands?include_state=false`, { type: 'batch', commands })
  }
  const replayed = await ask<Universe>(app, bob.token, 'GET', `/${copy.id}`)
  return [
    ...(isDeepStrictEqual(kept.state, replayed.state) ? [] : ['a universe differs from a replay of its log']),
    ...(isDeepStrictEqual(kept.counts, replayed.counts) ? [] : ['the counts of a universe are wrong']),
  ]
}

async function logOf(app: TestHost, token: string, id: string): Promise<readonly Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const after = all.at(-1)?.revision ?? 0
    const path = `/${id}/commands?after=${after}&limit=500`
    const { entries } = await ask<{ entries: readonly Entry[] }>(app, token, 'GET', path)
    if (entries.length === 0) return all
    all.push(...entries)
  }
}

async function ask<Answer>(
  app: TestHost,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${app.url}/universes${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} is ${answer.status}: ${await answer.text()}`)
  // The caller names what this route answers.
  return (await answer.json()) as Answer
}
