import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json, Role } from '@quipu/kit'
import type { TestHost } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'
import { kindOf } from './bakery-scene.ts'
import type { Draft, Fresh, Id, Kept, Link, Marked, Named, Seen } from './inputs.ts'
import type { Request } from './operations.ts'
import { laidOpen } from './sight.ts'
import { StreamEar } from './stream-ear.ts'
import { password } from '../environment/test-host.ts'

export interface Answer {
  readonly isGood: boolean
  readonly text: string
}

/** How many streams are left open, to get what others do meanwhile. */
const streamsAtOnce = 4

/** How the addresses of those end who got an account by a call. */
export const newcomers = '@newcomers.example'

/** A user whose every text carries a mark, and who remembers the numbers and texts that answers have shown. */
export class Person {
  readonly mark = `mark-${randomUUID()}`
  /** In what the person is called. */
  readonly byname = `byname-${randomUUID()}`
  password = password
  readonly mcp: TestUser
  readonly #api: TestUser
  readonly #ids = new Map<string, (string | number)[]>()
  readonly #kept = new Map<string, string>()
  readonly #ears: StreamEar[] = []
  /** What streams have sent that are closed, since streams were last read. */
  #lastWords = ''
  readonly #links: string[] = []
  readonly #jobs: string[] = []
  readonly #seen = { number: [] as number[], string: [] as string[] }

  private constructor(mcp: TestUser, api: TestUser) {
    this.mcp = mcp
    this.#api = api
  }

  static async join(host: TestHost, role: Role): Promise<Person> {
    return Person.with(host, await host.user({ role }))
  }

  static async with(host: TestHost, mcp: TestUser): Promise<Person> {
    const { id, email } = mcp
    const token = await host.host.tokens.issue({
      userId: id,
      clientId: 'test',
      scope: [],
      resource: host.url,
      ttlSeconds: 86_400,
    })
    return new Person(mcp, new TestUser({ id, email, token, url: host.url, path: '' }))
  }

  /** What nobody else must be shown. */
  get secrets(): readonly string[] {
    return [this.mark, this.byname, this.mcp.id, this.mcp.email, ...this.#kept.values()]
  }

  /** Something that nobody else must be shown. */
  keep(name: string, value: string): void {
    this.#kept.set(name, value)
  }

  kept(name: string): string {
    return this.#kept.get(name) ?? 'nothing is kept under this name'
  }

  /** Everything of a kind that is theirs, if answers do not show it. */
  setIds(kind: string, ids: readonly number[]): void {
    this.#ids.set(kind, [...ids])
  }

  /** Fills in what the draft leaves open. */
  complete(draft: Draft, others: readonly Person[]): Json {
    if (Array.isArray(draft)) return draft.map((each: Draft) => this.complete(each, others))
    if (draft === null || typeof draft !== 'object') return draft as Json
    if ('$marked' in draft) return `${(draft as Marked).$marked} ${this.mark}`
    if ('$named' in draft) return `${(draft as Named).$named} ${this.byname}`
    if ('$fresh' in draft) return randomUUID() + ((draft as Fresh).$fresh === 'email' ? newcomers : '')
    if ('$password' in draft) return this.password
    if ('$kept' in draft) return this.kept((draft as Kept).$kept)
    if ('$seen' in draft) return this.#pick(draft as Seen, others)
    if ('$id' in draft) return this.#pickId(draft as Id, others)
    if ('$link' in draft) return this.#pickLink(draft as Link)
    return Object.fromEntries(
      Object.entries(draft).map(([key, value]) => [key, this.complete(value, others)]),
    )
  }

  async send(request: Request): Promise<Answer> {
    const answer = request.kind === 'rpc' ? await this.#rpc(request) : await this.#rest(request)
    const answered = answer.isGood ? parsed(answer.text) : undefined
    if (answered !== undefined) this.remember(answered)
    await this.#jobsAreDone()
    return answer
  }

  /** Work that a call has begun must not end while someone else is at it. */
  async #jobsAreDone(): Promise<void> {
    for (const id of this.#jobs.splice(0)) {
      let state = ''
      while (state !== 'done') {
        const response = await this.#api.api('GET', `/api/truth/jobs/${id}`)
        if (!response.ok) throw new Error(`The job ${id} is lost: ${await response.text()}`)
        state = ((await response.json()) as { state: string }).state
        if (state !== 'done') await sleep(20)
      }
    }
  }

  /** What the open streams have sent since they were last read. */
  overheard(): string {
    const lastWords = this.#lastWords
    this.#lastWords = ''
    return [lastWords, ...this.#ears.map((ear) => ear.news())].join('\n')
  }

  async hangUp(): Promise<void> {
    await Promise.all(this.#ears.splice(0).map((ear) => ear.close()))
  }

  /** Texts that would give their owner away when they are repeated are left out; JSON in a text is looked into. */
  remember(value: Json, secrets = this.secrets): void {
    if (typeof value === 'number') remember(this.#seen.number, value)
    else if (typeof value === 'string') this.#rememberText(value, secrets)
    else if (value !== null && typeof value === 'object') {
      if (!Array.isArray(value)) this.#rememberId(value as Readonly<Record<string, Json>>)
      for (const each of Object.values(value)) this.remember(each, secrets)
    }
  }

  #rememberId(row: Readonly<Record<string, Json>>): void {
    const { id, job_id: job, undo } = row
    const kind = kindOf(row)
    if (kind !== undefined && typeof id === (kind === 'tasks' ? 'number' : 'string'))
      remember(this.#idsOf(kind), id as string | number)
    if (typeof undo === 'string') remember(this.#idsOf('vikunja undos'), undo)
    if (typeof job !== 'string') return
    remember(this.#idsOf('jobs'), job)
    remember(this.#jobs, job)
  }

  #idsOf(kind: string): (string | number)[] {
    const ids = this.#ids.get(kind) ?? []
    this.#ids.set(kind, ids)
    return ids
  }

  #pickId({ $id, whose, at }: Id, others: readonly Person[]): Json {
    const person = whose === 'own' ? this : (others[at % others.length] ?? this)
    const ids = person.#ids.get($id) ?? []
    return ids[ids.length - 1 - (at % ids.length)] ?? randomUUID()
  }

  async #rpc({ method, params }: Request & { kind: 'rpc' }): Promise<Answer> {
    const response = await this.mcp.post(method, params)
    const text = await response.text()
    return { isGood: text.includes('"result"') && !text.includes('"isError":true'), text }
  }

  #pickLink({ $link, at }: Link): string {
    const links = this.#links.filter((link) => new URL(link).pathname.startsWith($link))
    return links[links.length - 1 - (at % links.length)] ?? `http://none${$link}${randomUUID()}?link=none`
  }

  async #rest({ method, path, body, bytes, key }: Request & { kind: 'rest' }): Promise<Answer> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const response =
      bytes === undefined
        ? await this.#api.api(method, path, body as object | undefined, headers)
        : await this.#api.send(method, path, bytes, headers)
    const ear = StreamEar.at(response)
    if (ear === undefined) return { isGood: response.ok, text: await response.text() }
    this.#ears.push(ear)
    if (this.#ears.length > streamsAtOnce) {
      const oldest = this.#ears.shift()
      this.#lastWords += oldest?.news() ?? ''
      await oldest?.close()
    }
    return { isGood: true, text: await ear.firstWords() }
  }

  #pick({ $seen, kind, at }: Seen, others: readonly Person[]): Json {
    const whose = $seen === 'own' ? this : (others[at % others.length] ?? this)
    const known = whose.#seen[kind]
    return known[known.length - 1 - (at % known.length)] ?? (kind === 'number' ? at : 'nothing')
  }

  #rememberText(text: string, secrets: readonly string[]): void {
    if (text.startsWith('{')) {
      const inner = parsed(text)
      if (inner !== undefined) return this.remember(inner, secrets)
    }
    if (text.includes('?link=')) remember(this.#links, text)
    // A signed link holds the id of its owner, wrapped up.
    const open = laidOpen(text)
    if (text.length < 200 && !secrets.some((secret) => open.includes(secret)))
      remember(this.#seen.string, text)
  }
}

function remember<Value>(list: Value[], value: Value): void {
  if (list.includes(value)) return
  list.push(value)
  if (list.length > 60) list.shift()
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
