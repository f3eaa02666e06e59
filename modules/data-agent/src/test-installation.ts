import { setTimeout as sleep } from 'node:timers/promises'
import { defineModule, type Ports, type Scope } from '@quipu/kit'
import { servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, type Engine } from '../../../test/environment/test-host.ts'
import { dataAgentMigrations } from './migrations/data-agent-migrations.ts'
import { SourceError } from './sources/source.ts'
import { ConnectionStore } from './store/connections.ts'
import { Ontologies } from './ontologies.ts'
import { bakery, library } from './ontology/test-schemas.ts'
import { TestSource } from './ontology/test-source.ts'

export type Installation = Awaited<ReturnType<typeof openInstallation>>

export const everyone: Scope = { everyone: true }
export const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

/** An installation whose connections open databases in memory, chosen by their file name. */
export async function openInstallation(engine: Engine) {
  const databases = new Map<string, () => TestSource>([
    ['/bakery', () => new TestSource(bakery)],
    ['/library', () => new TestSource(library)],
  ])
  const { promise: ports, resolve } = Promise.withResolvers<Ports>()
  let connections: ConnectionStore | undefined
  const openConnection = async (scope: Scope, id: string) => {
    const settings = await connections?.settingsOf(scope, id)
    const make = settings?.kind === 'sqlite' ? databases.get(settings.file) : undefined
    if (make === undefined) throw new SourceError('missing', 'The file is not there')
    return make()
  }
  const instances: Ontologies[] = []
  const module = defineModule({
    name: 'data-agent',
    title: 'Data agent',
    permissions: {},
    tools: [],
    migrations: dataAgentMigrations,
    open: (opened) => {
      connections = new ConnectionStore(opened.db, opened.secrets)
      instances.push(new Ontologies(opened, openConnection))
      resolve(opened)
      return opened
    },
  })
  const host = await openTestHost(engine, [module])
  const opened = await ports
  const [ontologies] = instances
  if (ontologies === undefined || connections === undefined) throw new Error('The module is not open')
  const connect = async (file: string) => {
    const settings = { kind: 'sqlite' as const, file }
    return (await connections!.add(everyone, `${file} ${crypto.randomUUID()}`, settings, opened.now()))!
  }
  return {
    host,
    ports: opened,
    connections,
    ontologies,
    databases,
    connect,
    scopeOf: async (role: 'admin' | 'contributor' | 'viewer') => ({ userId: (await host.user({ role })).id }),
    make: async (file: string, more: object = {}) => {
      const { id: connectionId } = await connect(file)
      const made = await ontologies.create(everyone, {
        connectionId,
        name: `of ${file} ${connectionId}`,
        description: null,
        leaveOut: [],
        ...more,
      })
      return { ...made, settled: await settled(ontologies, made.id) }
    },
  }
}

export async function settled(ontologies: Ontologies, id: string, revision = 0) {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const record = await ontologies.record(everyone, id)
    if (record === undefined || (record.status !== 'creating' && record.revision > revision)) return record
    await sleep(25)
  }
  throw new Error('It was not made in time')
}
