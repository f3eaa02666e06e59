import { setTimeout as sleep } from 'node:timers/promises'
import type { Module, Ports } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'
import { realModules } from '../../catalog/real-modules.ts'
import { openTestHost, type TestHost } from '../../environment/test-host.ts'
import { owner, type House } from './house.ts'
import type { Scene } from './lanes.ts'
import { differencesFromReplay } from './replayed-universe.ts'

/** Checks an installation after its servers have ended, and lists the differences from what was acknowledged. */
export async function damageTo(house: House, scene: Scene): Promise<string[]> {
  const eye = new Eye()
  await using app = await openTestHost(house.engine, [...(await realModules()), eye.module], {
    store: house.store,
    dataFolder: house.folder,
    rootSecret: house.rootSecret,
    moduleSettings: { vikunja: { url: house.vikunja.url } },
    now: () => new Date(),
  })
  const account = (await app.host.accounts.list()).find(({ email }) => email === owner.email)
  if (account === undefined) return ['the owner is gone']
  const { id: userId } = account
  const token = await app.host.tokens.issue({
    userId,
    clientId: 'test',
    scope: [],
    resource: app.url,
    ttlSeconds: 3600,
  })
  return [
    ...(await eye.lostTasks(scene)),
    ...(await eye.lostSources(scene)),
    ...(await eye.lostStars(scene)),
    ...(await eye.lostConversations(scene)),
    ...lostErrands(house, scene),
    ...(await eye.lostFiles()),
    ...(await eye.badLeaves()),
    ...(await brokenAudit(app)),
    ...(await lostCorrections(app, token, scene)),
    ...(await differencesFromRebuild(app, token)),
    ...(await differencesFromReplay(app, token, scene.universeId)),
  ]
}

/** Reads the tables and the files as a job would. */
class Eye {
  #ports: Ports | undefined

  readonly module: Module = defineModule({
    name: 'eye',
    title: 'Eye',
    permissions: {},
    tools: [],
    open: (ports) => void (this.#ports = ports),
  })

  get #open(): Ports {
    if (this.#ports === undefined) throw new Error('Open a host with this module first')
    return this.#ports
  }

  async #rows<Row>(table: string): Promise<Row[]> {
    const all = queryBuilder<Record<string, Record<string, unknown>>>().selectFrom(table).selectAll()
    // Each caller knows the table that it names.
    return (await this.#open.db.query({ everyone: true }, all)) as Row[]
  }

  /** Also the audit has each task once. */
  async lostTasks({ ledger }: Scene): Promise<string[]> {
    const rows = await this.#rows<{ title: string; id: number; completed: boolean }>('tasks')
    const titled = Map.groupBy(rows, ({ title }) => title)
    const wrong = [...ledger.tasks].flatMap(([title, id]) => {
      const [first, ...others] = titled.get(title) ?? []
      if (Number(first?.id) !== id || others.length > 0)
        return [`${title} is there ${others.length + 1} times`]
      return ledger.completed.has(title) && !first?.completed ? [`${title} is not completed`] : []
    })
    const audit = await this.#rows<{ resource_id: string | null; outcome: string }>('audit_events')
    const audited = audit.filter((row) => row.resource_id === 'add_task' && row.outcome === 'ok').length
    return audited === rows.length
      ? wrong
      : [...wrong, `the audit has ${audited} tasks, and there are ${rows.length}`]
  }

  async lostSources({ ledger }: Scene): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>('truth_sources')
    const known = new Set(rows.map(({ id }) => id))
    return [...ledger.sources].flatMap((id) => (known.has(id) ? [] : [`source ${id} is lost`]))
  }

  async lostStars({ ledger, universeId }: Scene): Promise<string[]> {
    const rows = await this.#rows<{ universe_id: string; command: unknown }>('universe_commands')
    const steps = rows
      .filter((row) => row.universe_id === universeId)
      .map((row) => JSON.stringify(row.command))
    const timesOf = (id: string) => steps.filter((step) => step.includes(`"${id}"`)).length
    return [...ledger.stars].flatMap((id) =>
      timesOf(id) === 1 ? [] : [`${id} is there ${timesOf(id)} times`],
    )
  }

  async lostConversations({ ledger }: Scene): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>('conversations')
    const known = new Set(rows.map(({ id }) => id))
    const unknown = [...ledger.unknown].filter((key) => key.startsWith('question'))
    const surplus = rows.length - ledger.conversations.size - unknown.length
    return [
      ...[...ledger.conversations].flatMap(([key, id]) => (known.has(id) ? [] : [`${key} is lost`])),
      ...(surplus > 0 ? [`${surplus} conversations nobody asked for`] : []),
    ]
  }

  /** Every file that a row names is there. */
  async lostFiles(): Promise<string[]> {
    const { blobs } = this.#open
    const lost: string[] = []
    for (const { table, column } of (await realModules()).flatMap(({ blobColumns = [] }) => blobColumns)) {
      for (const row of await this.#rows<Record<string, string>>(table)) {
        const name = row[column]
        const isFile = table !== 'truth_sources' || row['kind'] === 'file'
        if (name === undefined || !isFile) continue
        const scope = row['user_id'] === undefined ? { everyone: true as const } : { userId: row['user_id'] }
        if ((await blobs.size(scope, name)) === undefined) lost.push(`${table} names ${name}, which is lost`)
      }
    }
    return lost
  }

  /** Each grant has one usable refresh token. */
  async badLeaves(): Promise<string[]> {
    const rows = await this.#rows<Artifact>('oauth_artifacts')
    const tokens = rows.filter(({ kind }) => kind === 'RefreshToken')
    const grants = Map.groupBy(tokens, ({ grant_id }) => grant_id)
    return [...grants].flatMap(([grant, all]) => {
      const live = all.filter(({ consumed_at }) => consumed_at === null)
      return live.length === 1 ? [] : [`grant ${grant} has ${live.length} live refresh tokens`]
    })
  }
}

interface Artifact {
  readonly kind: string
  readonly grant_id: string
  readonly consumed_at: unknown
}

function lostErrands({ vikunja }: House, { ledger }: Scene): string[] {
  const titles = [...vikunja.world.tasks.values()].map(({ title }) => title)
  const timesOf = (title: string) => titles.filter((each) => each === title).length
  return [
    ...[...ledger.vikunja].flatMap((title) =>
      timesOf(title) === 1 ? [] : [`${title} is there ${timesOf(title)} times`],
    ),
    ...[...ledger.unknown].flatMap((title) =>
      timesOf(title) > 1 ? [`${title} is there more than once`] : [],
    ),
  ]
}

async function brokenAudit({ host }: TestHost): Promise<string[]> {
  const verdict = await host.audit.verify()
  return verdict.ok ? [] : [`the audit is broken: ${JSON.stringify(verdict)}`]
}

async function lostCorrections(app: TestHost, token: string, { ledger }: Scene): Promise<string[]> {
  const lost: string[] = []
  for (const [entity_id, city] of ledger.cities) {
    const { snapshot } = JSON.parse(await post(app, token, 'get_entity_snapshot', { entity_id })) as {
      snapshot?: { city?: unknown }
    }
    if (snapshot?.city !== city) lost.push(`${entity_id} is at ${String(snapshot?.city)}, not at ${city}`)
  }
  return lost
}

/** A new account that imports the log knows the same as the owner. */
async function differencesFromRebuild(app: TestHost, token: string): Promise<string[]> {
  const bob = await app.user({ path: '' })
  const read = async (bearer: string) =>
    (await fetch(`${app.url}/api/truth/export`, { headers: { authorization: `Bearer ${bearer}` } })).text()
  const file = await read(token)
  const give = () => bob.send('POST', '/api/truth/import', file)
  let taken = await give()
  // A busy store may refuse a long transaction for now; the same file again adds nothing twice.
  for (let tries = 1; taken.status === 503 && tries < 10; tries += 1) {
    await sleep(1000)
    taken = await give()
  }
  if (taken.status !== 200) return [`the truth cannot be imported: ${await taken.text()}`]
  const all = { limit: 500, include_snapshots: true }
  const [mine, theirs] = [
    await post(app, token, 'retrieve_entities', all),
    await post(app, bob.token, 'retrieve_entities', all),
  ]
  return mine === theirs && (await read(bob.token)) === file ? [] : ['the snapshots differ from a rebuild']
}

async function post(app: TestHost, token: string, tool: string, body: object): Promise<string> {
  const answer = await fetch(`${app.url}/api/truth/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.text()
}
