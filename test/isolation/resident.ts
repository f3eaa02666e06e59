import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json, Role } from '@quipu/kit'
import type { TestHost } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'
import type { Tokens } from '../oauth/oauth-client.ts'
import { OAuthClient } from '../oauth/oauth-client.ts'
import type { RestRequest } from './operations.ts'
import { Person } from './person.ts'
import { laidOpen, unzipped } from './sight.ts'
import { StreamEar } from './stream-ear.ts'
import { password } from '../environment/test-host.ts'

export const doors = ['token', 'personal token', 'browser'] as const
export type Door = (typeof doors)[number]

export interface Reply {
  readonly status: number
  readonly isGood: boolean
  readonly text: string
  /** The text with whatever is wrapped up in it. */
  readonly seen: string
  readonly isZip: boolean
}

/** Things of other people that admins may see, too. */
const seenByAdmins: ReadonlySet<string> = new Set(['connected-apps', 'personal-tokens'])
const credentialField = /^(token|url|code|secret|.*_(token|url|code|secret))$/

/** A person with an account, who comes in by each door and knows what is theirs. */
export class Resident {
  readonly person: Person
  readonly #host: TestHost
  readonly #client: OAuthClient
  readonly #doors = new Map<Door, Record<string, string>>()
  readonly #own = new Map<string, readonly string[]>()
  readonly #public: Set<string>
  readonly #private: Set<string>
  /** What opens a door. */
  readonly credentials = new Set<string>()

  private constructor(host: TestHost, person: Person, clientId: string) {
    this.person = person
    this.#host = host
    this.#client = new OAuthClient(host, clientId)
    this.#public = new Set([person.mcp.id, person.mcp.email, person.byname])
    this.#private = new Set([person.mark])
  }

  static async join(host: TestHost, role: Role, clientId: string): Promise<Resident> {
    const email = `${randomUUID()}@example.com`
    const { id } = await host.host.accounts.create({ email, role, password })
    const request = { userId: id, clientId: 'test', scope: [], resource: host.url, ttlSeconds: 86_400 }
    const token = await host.host.tokens.issue(request)
    const person = await Person.with(host, new TestUser({ id, email, token, url: host.url, path: '' }))
    const resident = new Resident(host, person, clientId)
    resident.#open('token', { authorization: `Bearer ${token}` }, token)
    await resident.#must('PATCH', '/api/account', { name: person.byname })
    await resident.#must('PATCH', '/api/user-settings', { note: person.mark })
    return resident
  }

  get id(): string {
    return this.person.mcp.id
  }

  /** What nobody else must be shown; an admin who manages people may see some of it. */
  secrets(isManaged: boolean): readonly string[] {
    const hidden = [...this.#private, ...this.credentials]
    return isManaged ? hidden.filter((each) => !this.#public.has(each)) : [...hidden, ...this.#public]
  }

  own(kind: string): readonly string[] {
    return this.#own.get(kind) ?? []
  }

  /** Lets an app in, by way of a browser. */
  async connect(): Promise<void> {
    const { browser } = this.#client
    let page = await browser.visit(this.#client.authorizeUrl())
    if (page.html.includes('name="password"'))
      page = await this.#client.signIn(page, this.person.mcp.email, this.person.password)
    if (page.html.includes('name="decision"')) page = await this.#client.decide(page, 'allow')
    const answer = await this.#client.redeem(new URL(page.url).searchParams.get('code') ?? '')
    if (!answer.ok)
      throw new Error(`No app was let in: ${await answer.text()} after ${page.url} ${page.html}`)
    const { access_token, refresh_token } = (await answer.json()) as Tokens
    const session = browser.cookie('quipu_session') ?? ''
    this.credentials.add(access_token).add(refresh_token)
    this.#open('browser', { cookie: `quipu_session=${session}`, origin: this.#host.url }, session)
  }

  /** Lists what they have of each kind, where it is listed. */
  async look(kinds: Iterable<readonly [kind: string, list: string]>): Promise<void> {
    for (const [kind, list] of kinds) {
      const ids = textsIn(await this.#must('GET', list), (field) => field === 'id')
      this.#own.set(kind, ids)
      for (const id of ids) (seenByAdmins.has(kind) ? this.#public : this.#private).add(id)
    }
  }

  /** Restores access that they lost by their own actions. */
  async send(door: Door, request: RestRequest): Promise<Reply> {
    if (!this.#doors.has(door)) await this.#reopen(door)
    const reply = await this.#send(door, request)
    // Refused links count for the address, so that a door which was shut may answer 429 instead of 401.
    if ((reply.status !== 401 && reply.status !== 429) || door === 'token') return reply
    await this.#reopen(door)
    return this.#send(door, request)
  }

  /** What the caller of a route got is theirs. Of what a manager got, only credentials. */
  learn({ body, path }: RestRequest, { isGood, isZip, text }: Reply, isManaging: boolean): void {
    if (!isGood || isZip || text === '') return
    const [chosen] = textsIn(body ?? null, (field) => field === 'new_password')
    if (chosen !== undefined) this.credentials.add((this.person.password = chosen))
    // A file of lines is an answer too: each line is one.
    const answer = jsonIn(text)
    if (answer === undefined) return
    for (const each of textsIn(answer, (field) => credentialField.test(field))) this.credentials.add(each)
    if (isManaging) return
    // Administrators see how everybody's clients connect.
    const mine = path.startsWith('/api/account/connection-attempts') ? this.#public : this.#private
    for (const id of textsIn(answer, (field) => field === 'id')) if (!this.#public.has(id)) mine.add(id)
    this.person.remember(answer, this.secrets(false))
  }

  async #send(door: Door, { method, path, body, key }: RestRequest): Promise<Reply> {
    const response = await fetch(this.#host.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...this.#doors.get(door),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, ok: isGood, headers } = response
    const isZip = headers.get('content-type') === 'application/zip'
    const text = isZip ? unzipped(Buffer.from(await response.arrayBuffer())) : await textOf(response)
    return { status, isGood, isZip, text, seen: laidOpen(`${text}\n${[...headers.values()].join('\n')}`) }
  }

  async #must(method: string, path: string, body?: Json): Promise<Json> {
    const request = { kind: 'rest', method, path, ...(body === undefined ? {} : { body }) } as const
    const { isGood, status, text } = await this.#send('token', request)
    if (!isGood) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return JSON.parse(text) as Json
  }

  #open(door: Door, headers: Record<string, string>, credential: string): void {
    this.#doors.set(door, headers)
    this.credentials.add(credential)
  }

  async #reopen(door: Door): Promise<void> {
    if (door === 'browser') return this.connect()
    const made = await this.#must('POST', '/api/personal-tokens', { name: `door ${this.person.mark}` })
    const { id, token } = made as { id: string; token: string }
    this.#private.add(id)
    this.#open(door, { authorization: `Bearer ${token}` }, token)
    await this.#useIsNoted(door, id)
  }

  /** Its first use is written late, which must not be while someone else is at it. */
  async #useIsNoted(door: Door, id: string): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { text } = await this.#send(door, { kind: 'rest', method: 'GET', path: '/api/personal-tokens' })
      const { personal_tokens } = JSON.parse(text) as {
        personal_tokens: { id: string; last_used_at: string | null }[]
      }
      if (personal_tokens.some((each) => each.id === id && each.last_used_at !== null)) return
      await sleep(10)
    }
    throw new Error('The use of a personal token was not noted')
  }
}

/** A list in JSON where the answer is many of them, of a stream as far as it has come. */
async function textOf(response: Response): Promise<string> {
  const ear = StreamEar.at(response)
  if (ear !== undefined) {
    const words = await ear.firstWords()
    await ear.close()
    return words
  }
  const text = await response.text()
  const isLines = response.headers.get('content-type') === 'application/x-ndjson'
  return isLines ? `[${text.trim().replaceAll('\n', ',')}]` : text
}

/** Texts of the fields so named, as far as they are long enough to be nobody else's by accident. */
function textsIn(value: Json, isWanted: (field: string) => boolean): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([field, each]: [string, Json]) =>
    typeof each === 'string' && each.length >= 12 && isWanted(field) ? [each] : textsIn(each, isWanted),
  )
}

function jsonIn(text: string): Json | undefined {
  try {
    return text.startsWith('{"quipu_truth"')
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Json)
      : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
