import { setTimeout as sleep } from 'node:timers/promises'
import { OAuthClient, type Tokens } from '../../oauth/oauth-client.ts'
import { owner, type House } from './house.ts'
import { Insistent, UnknownOutcome } from './insistent.ts'

/** Acknowledged work, to be checked afterwards. */
export interface Ledger {
  /** Title → number. */
  readonly tasks: Map<string, number>
  /** Title → whether it was completed. */
  readonly completed: Set<string>
  /** Sources of facts and of files. */
  readonly sources: Set<string>
  /** Entity → the newest correction of its city. */
  readonly cities: Map<string, string>
  readonly stars: Set<string>
  /** Key → conversation. */
  readonly conversations: Map<string, string>
  /** Titles of tasks in Vikunja. */
  readonly vikunja: Set<string>
  /** Titles and keys with an unknown outcome. */
  readonly unknown: Set<string>
  refreshToken: string
}

export interface Lane {
  readonly name: string
  readonly client: Insistent
  /** One piece of work, acknowledged. */
  step(n: number): Promise<void>
}

export interface Scene {
  readonly ledger: Ledger
  readonly lanes: readonly Lane[]
  readonly universeId: string
  readonly grant: OAuthClient
}

/** Work for each module, and a client that refreshes its tokens. Set it up before faults begin. */
export async function openLanes(house: House): Promise<Scene> {
  const token = await house.token()
  const setup = new Insistent(house.url, token)
  const { id: universeId } = await setup.tool<{ id: string }>('create_universe', { name: 'Faults' })
  const ontologyId = await sampleOntology(setup)
  const ana = house.vikunja.world.addUser('ana').id
  house.vikunja.world.addProject(ana, 'Home')
  await setup.rest('PUT', '/api/vikunja/token', { token: house.vikunja.world.addToken(ana) })
  const grant = await OAuthClient.register({ url: house.url })
  const { refresh_token } = await grant.tokens(owner.email)
  const ledger: Ledger = {
    tasks: new Map(),
    completed: new Set(),
    sources: new Set(),
    cities: new Map(),
    stars: new Set(),
    conversations: new Map(),
    vikunja: new Set(),
    unknown: new Set(),
    refreshToken: refresh_token,
  }
  const made: Readonly<Record<string, (client: Insistent) => Lane['step']>> = {
    tasks: (client) => taskLane(client, ledger),
    facts: (client) => factLane(client, ledger),
    files: (client) => fileLane(client, ledger),
    universe: (client) => universeLane(client, ledger, universeId),
    questions: (client) => questionLane(client, ledger, ontologyId),
    vikunja: (client) => vikunjaLane(client, ledger),
    refresh: (client) => refreshLane(client, ledger, grant),
  }
  const lanes = Object.entries(made).map(([name, lane]) => {
    const client = new Insistent(house.url, token)
    return { name, client, step: lane(client) }
  })
  return { ledger, lanes, universeId, grant }
}

async function sampleOntology(client: Insistent): Promise<string> {
  for (;;) {
    const { ontologies } = await client.rest<{ ontologies: { id: string; status: string }[] }>(
      'GET',
      '/api/data-agent/ontologies',
    )
    const [sample] = ontologies
    if (sample?.status === 'ready') return sample.id
    if (sample !== undefined && sample.status !== 'creating')
      throw new Error(`The sample is ${sample.status}`)
    await sleep(50)
  }
}

function taskLane(client: Insistent, { tasks, completed }: Ledger): Lane['step'] {
  return async (n) => {
    const title = `Task ${n}`
    const add = () =>
      client.tool<{ data: { id: number } }>('add_task', { title, idempotency_key: `task ${n}` })
    const { id } = (await add()).data
    tasks.set(title, id)
    const again = (await add()).data.id
    if (again !== id) client.complaints.push(`${title} was ${id} and is ${again}`)
    if (n % 2 === 0) return
    await client.tool('set_task_completion', { task_id: id, completed: true })
    completed.add(title)
  }
}

function factLane(client: Insistent, { sources, cities }: Ledger): Lane['step'] {
  let entity = ''
  return async (n) => {
    const entities = [{ entity_type: 'company', name: `Firm ${n % 5}`, city: `City ${n}` }]
    const { source_id, receipt } = await client.tool<Ingested>('ingest', {
      entities,
      idempotency_key: `fact ${n}`,
    })
    sources.add(source_id)
    entity = receipt.created[0] ?? entity
    const value = `Corrected ${n}`
    await client.tool('correct', {
      entity_id: entity,
      entity_type: 'company',
      field: 'city',
      value,
      idempotency_key: `correction ${n}`,
    })
    cities.set(entity, value)
  }
}

function fileLane(client: Insistent, { sources }: Ledger): Lane['step'] {
  return async (n) => {
    const file_content = Buffer.from(`Note ${n}\n${'word '.repeat(200 + n)}`).toString('base64')
    const { source_id } = await client.tool<Ingested>('ingest', {
      file_content,
      mime_type: 'text/plain',
      original_filename: `note-${n}.txt`,
      idempotency_key: `file ${n}`,
    })
    sources.add(source_id)
  }
}

function universeLane(client: Insistent, { stars }: Ledger, universeId: string): Lane['step'] {
  return async (n) => {
    const id = `star-${n}`
    const payload = {
      name: id,
      mass: 1,
      radius: 1,
      color: '#ffcc00',
      parentId: null,
      orbitalDistance: 0,
      orbitalSpeed: 0,
      orbitalPhase: 0,
    }
    await client.tool('send_universe_command', {
      universeId,
      command: { type: 'addStar', id, payload },
      idempotency_key: `star ${n}`,
    })
    stars.add(id)
  }
}

function questionLane(
  client: Insistent,
  { conversations, unknown }: Ledger,
  ontology_id: string,
): Lane['step'] {
  return async (n) => {
    const body = { ontology_id, question: 'How many orders are there?' }
    const key = `question ${n}`
    try {
      const path = '/api/data-agent/ask'
      const { answer } = await client.rest<{ answer: { conversation_id: string } }>('POST', path, body, key)
      conversations.set(key, answer.conversation_id)
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error
      unknown.add(key)
    }
  }
}

function vikunjaLane(client: Insistent, { vikunja, unknown }: Ledger): Lane['step'] {
  return async (n) => {
    const title = `Errand ${n}`
    try {
      const input = { project: 'Home', tasks: [{ title }], idempotency_key: `errand ${n}` }
      await client.tool('create_tasks', input)
      vikunja.add(title)
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error
      unknown.add(title)
    }
  }
}

/** A client that lost the answer repeats the request with its old token; after half a minute it signs in again. */
function refreshLane(client: Insistent, ledger: Ledger, grant: OAuthClient): Lane['step'] {
  const ask = async () => {
    try {
      const answer = await grant.refresh(ledger.refreshToken)
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      return { status: 503, text: String(error) }
    }
  }
  return async () => {
    const began = performance.now()
    for (;;) {
      const { status, text } = await ask()
      if (status === 200) return void (ledger.refreshToken = (JSON.parse(text) as Tokens).refresh_token)
      const line = `refresh: ${status} ${text}`
      const isTooLate = status === 400 && performance.now() - began > graceMs
      const anew = isTooLate ? await grant.tokens(owner.email).catch(() => null) : null
      if (anew !== null) return void (ledger.refreshToken = anew.refresh_token)
      if (status <= 500 && !isTooLate) {
        client.complaints.push(line)
        throw new Error(line)
      }
      client.refusals.push(line)
      await sleep(20)
    }
  }
}

/** How long a used refresh token gives the same successor; a little less, because the time began earlier. */
const graceMs = 25_000

interface Ingested {
  readonly source_id: string
  readonly receipt: { readonly created: readonly string[] }
}
