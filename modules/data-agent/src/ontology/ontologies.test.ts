import { setTimeout as sleep } from 'node:timers/promises'
import { defineModule, type Ports, type Scope } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { servers } from '../../../../test/environment/index.ts'
import { engines, openTestHost, type Engine } from '../../../../test/environment/test-host.ts'
import { dataAgentMigrations } from '../migrations/data-agent-migrations.ts'
import { SourceError } from '../sources/source.ts'
import { ConnectionStore } from '../store/connections.ts'
import { queries } from '../store/tables.ts'
import { Ontologies } from './ontologies.ts'
import { emptyOverlay, Overlay } from './overlay-schema.ts'
import { bakery, library } from './test-schemas.ts'
import { TestSource } from './test-source.ts'

const everyone: Scope = { everyone: true }
const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

/** An installation whose connections lead to databases in memory, by the file that they name. */
async function openInstallation(engine: Engine) {
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

async function settled(ontologies: Ontologies, id: string, revision = 0) {
  for (let turn = 0; turn < 400; turn += 1) {
    const record = await ontologies.record(everyone, id)
    if (record === undefined || (record.status !== 'creating' && record.revision > revision)) return record
    await sleep(25)
  }
  throw new Error('It was not made in time')
}

describe.each(available)('ontologies on %s', (engine) => {
  let installation: Awaited<ReturnType<typeof openInstallation>>
  beforeAll(async () => {
    installation = await openInstallation(engine)
  })
  afterAll(() => installation.host[Symbol.asyncDispose]())

  test('[DO30] an ontology is made in the background and comes back whole from the store', async () => {
    const { make, ontologies } = installation
    const { id, status, settled: record } = await make('/library')
    expect(status).toBe('creating')
    expect(record).toMatchObject({
      status: 'ready',
      reason: null,
      datasetCount: 6,
      version: 1,
      progress: null,
    })

    const ontology = await ontologies.get(everyone, id)

    expect(ontology).toMatchObject({ id, dialect: 'sqlite' })
    expect(ontology?.datasets.map(({ name }) => name)).toEqual([
      'branches',
      'authors',
      'books',
      'loans',
      'book_branches',
      'donors',
    ])
    expect(ontology?.datasets[2]?.fields[3]).toMatchObject({
      name: 'pages',
      role: 'measure',
      statistics: { min: 88, max: 640, quantiles: [155, 210, 320, 640] },
    })
    expect(ontology?.relationships).toHaveLength(6)
    expect(ontology?.values.exact('café nights')).toEqual([
      { dataset: 'books', field: 'title', value: 'Café Nights' },
    ])
    expect(record?.valueCount).toBe(ontology?.values.size)
    expect(await ontologies.get(everyone, id)).toBe(ontology)
  })

  test('[DO31] a database that cannot be read leaves a reason that people can act on', async () => {
    const { make, ontologies } = installation
    const { id, settled: record } = await make('/nowhere')
    expect(record).toMatchObject({
      status: 'failed',
      reason: 'The file is not there. Put it back or change the connection, then refresh.',
    })
    expect(await ontologies.get(everyone, id)).toBeUndefined()
  })

  test('[DO32] what people add survives a refresh, and a failed refresh leaves the last state', async () => {
    const { make, ontologies, databases } = installation
    databases.set('/moving', () => new TestSource(bakery))
    const { id, settled: first } = await make('/moving')
    const overlay = Overlay.parse({
      fields: [
        { dataset: 'Orders', field: 'total_amt', label: 'turnover' },
        { dataset: 'Suppliers', field: 'name', synonyms: ['vendor'] },
      ],
    })
    const edited = await ontologies.edit(everyone, id, overlay)
    expect(edited.revision).toBeGreaterThan(first!.revision)

    databases.set(
      '/moving',
      () => new TestSource(bakery.replace(', name text);', ');\ncreate table ovens (id integer, kw real);')),
    )
    await ontologies.refresh(everyone, id)
    const second = await settled(ontologies, id, edited.revision)
    const ontology = await ontologies.get(everyone, id)

    expect(second).toMatchObject({ status: 'ready', version: 2, datasetCount: 8 })
    expect(label(ontology, 'Orders', 'total_amt')).toBe('turnover')
    expect(await ontologies.overlay(everyone, id)).toEqual(overlay)
    expect(await ontologies.vanished(everyone, id)).toEqual(['field Suppliers.name'])

    databases.delete('/moving')
    await ontologies.refresh(everyone, id)
    const third = await settled(ontologies, id, second!.revision)
    expect(third).toMatchObject({ status: 'ready', version: 2 })
    expect(third?.reason).toMatch(/^The file is not there/)
    expect(label(await ontologies.get(everyone, id), 'Orders', 'total_amt')).toBe('turnover')
  })

  test('[DO33] who holds an ontology goes on with it while it is refreshed or dropped', async () => {
    const { make, ontologies } = installation
    const { id } = await make('/bakery')
    const held = await ontologies.get(everyone, id)

    await ontologies.drop(everyone, id)

    expect(held?.values.exact('hotel norr')).toHaveLength(1)
    expect(await ontologies.get(everyone, id)).toBeUndefined()
    expect(await ontologies.record(everyone, id)).toBeUndefined()
    await expect(ontologies.refresh(everyone, id)).rejects.toThrow(`Ontology not found with id ${id}`)
    await expect(ontologies.drop(everyone, 'no such id')).rejects.toThrow('Ontology not found')
    const left = queries.selectFrom('ontology_values').select('dataset').where('ontology_id', '=', id)
    expect(await installation.ports.db.query(everyone, left)).toEqual([])
  })

  test('[DO33] one that is dropped while its database is read leaves nothing behind', async () => {
    const { connect, ontologies, ports, host, databases } = installation
    const { promise: reading, resolve: isReading } = Promise.withResolvers<void>()
    const { promise: dropped, resolve: goOn } = Promise.withResolvers<void>()
    databases.set('/slow', () => {
      const source = new TestSource(bakery)
      const tables = source.tables.bind(source)
      source.tables = async () => {
        isReading()
        await dropped
        return tables()
      }
      return source
    })
    const { id: connectionId } = await connect('/slow')
    const { id } = await ontologies.create(everyone, {
      connectionId,
      name: connectionId,
      description: null,
      leaveOut: [],
    })
    await reading
    await ontologies.drop(everyone, id)
    goOn()
    await vi.waitFor(async () => {
      expect((await host.host.jobs.list({})).filter(({ state }) => state !== 'done')).toEqual([])
    }, 20_000)

    for (const table of ['ontology_datasets', 'ontology_fields', 'ontology_values'] as const) {
      const left = queries.selectFrom(table).select('ontology_id').where('ontology_id', '=', id)
      expect(await ports.db.query(everyone, left)).toEqual([])
    }
  })

  test('[DO42] several who refresh at once leave one whole version', async () => {
    const { make, ontologies, scopeOf, ports, host } = installation
    const { id, settled: first } = await make('/library')
    const people = await Promise.all([scopeOf('admin'), scopeOf('contributor'), scopeOf('admin')])
    await Promise.all(people.map((person) => ontologies.refresh(person, id)))
    await vi.waitFor(async () => {
      expect((await host.host.jobs.list({})).filter(({ state }) => state !== 'done')).toEqual([])
    }, 20_000)
    expect((await ontologies.record(everyone, id))?.revision).toBeGreaterThan(first!.revision)

    const ontology = await ontologies.get(everyone, id)
    const versions = queries
      .selectFrom('ontology_fields')
      .select('version')
      .distinct()
      .where('ontology_id', '=', id)
    expect(await ports.db.query(everyone, versions)).toHaveLength(1)
    expect(ontology?.datasets).toHaveLength(6)
    expect(ontology?.values.exact('the salt road')).toHaveLength(1)
  })

  test('[DO34] another instance sees every change at once', async () => {
    const { make, ontologies, ports } = installation
    const other = new Ontologies(
      {
        ...ports,
        jobs: { ...ports.jobs, define() {}, every() {} },
        bus: { publish() {}, subscribe: () => () => {} },
      },
      () => Promise.reject(new Error('It opens nothing')),
    )
    const { id } = await make('/bakery')
    expect(label(await other.get(everyone, id), 'Orders', 'paid')).toBe('paid')

    await ontologies.edit(
      everyone,
      id,
      Overlay.parse({ fields: [{ dataset: 'Orders', field: 'paid', label: 'settled' }] }),
    )

    expect(label(await other.get(everyone, id), 'Orders', 'paid')).toBe('settled')
  })

  test('[DO35] values of a field that is kept out are forgotten at once and not read again', async () => {
    const { make, ontologies, ports } = installation
    const { id } = await make('/bakery')
    const overlay = Overlay.parse({ fields: [{ dataset: 'Customers', field: 'custname', isIndexed: false }] })
    const edited = await ontologies.edit(everyone, id, overlay)
    const kept = async () =>
      (
        await ports.db.query(
          everyone,
          queries.selectFrom('ontology_values').selectAll().where('ontology_id', '=', id),
        )
      ).filter(({ field }) => field === 'custname')

    expect(await kept()).toEqual([])
    expect((await ontologies.get(everyone, id))?.values.exact('hotel norr')).toEqual([])
    await ontologies.refresh(everyone, id)
    await settled(ontologies, id, edited.revision)
    expect(await kept()).toEqual([])
  })

  test('[DO36] everyone sees ontologies and connections, viewers change none, and only admins connections', async () => {
    const { make, ontologies, connections, scopeOf, connect, ports } = installation
    const { id } = await make('/bakery')
    const [admin, contributor, viewer] = await Promise.all([
      scopeOf('admin'),
      scopeOf('contributor'),
      scopeOf('viewer'),
    ])
    const settings = { kind: 'sqlite' as const, file: '/bakery' }

    expect((await ontologies.list(viewer)).map((one) => one.id)).toContain(id)
    expect((await ontologies.get(viewer, id))?.datasets).toHaveLength(7)
    await expect(ontologies.drop(viewer, id)).rejects.toThrow('Ontology not found')
    await expect(connections.add(contributor, 'mine', settings, ports.now())).rejects.toThrow(
      'row-level security',
    )
    expect(await connections.add(admin, `theirs ${id}`, settings, ports.now())).toMatchObject({
      kind: 'sqlite',
    })
    const { id: connectionId } = await connect('/library')
    const made = await ontologies.create(contributor, {
      connectionId,
      name: `theirs ${id}`,
      description: null,
      leaveOut: [],
    })
    expect(await settled(ontologies, made.id)).toMatchObject({ status: 'ready' })
  })

  test('[DO37] how to reach a database is sealed in the store and never part of what is shown', async () => {
    const { connections, ports, ontologies, make } = installation
    const url = 'postgres://reader:hunter2@db.example:5432/shop'
    const name = `secret ${crypto.randomUUID()}`
    const added = await connections.add(everyone, name, { kind: 'postgres', url }, ports.now())
    const rows = await ports.db.query(everyone, queries.selectFrom('connections').selectAll())

    expect(JSON.stringify([added, await connections.list(everyone), rows])).not.toMatch(/hunter2|db\.example/)
    expect(await connections.settingsOf(everyone, added!.id)).toEqual({ kind: 'postgres', url })
    expect(
      await connections.add(everyone, name.toUpperCase(), { kind: 'postgres', url }, ports.now()),
    ).toBeUndefined()
    expect(await connections.remove(everyone, added!.id)).toEqual({ isRemoved: true, usedBy: [] })

    const { connectionId, name: user } = await make('/bakery')
    expect(await connections.remove(everyone, connectionId)).toEqual({ isRemoved: false, usedBy: [user] })
    await expect(
      ontologies.create(everyone, {
        connectionId,
        name: user.toUpperCase(),
        description: null,
        leaveOut: [],
      }),
    ).rejects.toThrow('choose another name')
  })

  test('[DO20] what would be copied is shown before anything is created', async () => {
    const { connect, ontologies } = installation
    const { id } = await connect('/library')
    const { signal } = new AbortController()
    const plan = await ontologies.preview(everyone, id, { signal })
    expect(plan).toContainEqual(
      expect.objectContaining({ dataset: 'books', field: 'title', outcome: 'indexed', distinct: 5 }),
    )
  })

  test.for([
    ['metrics[0].expression', { metrics: [metric('sum(Orders.total_amt')] }, '")" is missing'],
    ['metrics[0].expression', { metrics: [metric('sum(Orders.colour)')] }, 'has no field colour'],
    ['metrics[0].expression', { metrics: [metric('Orders.total_amt')] }, 'say which figure is meant'],
    ['joins[0].toFields[0]', { joins: [join('code', 'nr')] }, 'the dataset Suppliers has no field nr'],
    ['joins[0].from', { joins: [{ ...join('code', 'id'), from: 'Ovens' }] }, 'there is no dataset Ovens'],
    ['joins[0].toFields', { joins: [{ ...join('code', 'id'), toFields: ['id', 'name'] }] }, '2 fields for 1'],
    ['joins[1]', { joins: [join('code', 'id'), join('code', 'id')] }, 'a second time'],
    [
      'joins[1].name',
      { joins: [join('code', 'id', 'by'), join('code', 'name', 'by')] },
      'is taken by another join',
    ],
  ] as const)('[DO44] %s of an edit is refused in words', async ([path, said, words]) => {
    const { make, ontologies } = installation
    const { id } = await make('/bakery')

    await expect(ontologies.edit(everyone, id, Overlay.parse(said))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(words),
      details: { path },
    })
    expect(await ontologies.overlay(everyone, id)).toEqual(emptyOverlay())
  })

  test('[DO44] an import is refused like an edit, and what was there before may stay', async () => {
    const { make, ontologies, databases } = installation
    databases.set('/moving', () => new TestSource(bakery))
    const { id, settled: first } = await make('/moving')
    const overlay = Overlay.parse({ metrics: [metric('sum(Orders.total_amt)')] })
    await ontologies.edit(everyone, id, overlay)
    const yaml = await ontologies.exportYaml(everyone, id)
    databases.set('/moving', () => new TestSource(bakery.replaceAll('total_amt', 'sum_total')))
    await ontologies.refresh(everyone, id)
    await settled(ontologies, id, first!.revision + 1)
    const other = await make('/moving')

    await expect(ontologies.importYaml(everyone, other.id, yaml)).rejects.toThrow(
      'the dataset Orders has no field total_amt',
    )
    await ontologies.edit(everyone, id, { ...overlay, calendar: { weekStart: 'sunday' } })
    expect(await ontologies.get(everyone, id)).toMatchObject({
      metrics: [],
      calendar: { weekStart: 'sunday' },
    })
  })

  test('[DO25] an ontology goes out as YAML and comes back', async () => {
    const { make, ontologies } = installation
    const { id } = await make('/bakery')
    await ontologies.edit(
      everyone,
      id,
      Overlay.parse({ datasets: [{ dataset: 'Orders', synonyms: ['purchases'] }] }),
    )
    const yaml = await ontologies.exportYaml(everyone, id)
    const other = await make('/bakery')

    await ontologies.importYaml(everyone, other.id, yaml)

    const ontology = await ontologies.get(everyone, other.id)
    expect(ontology?.datasets.find(({ name }) => name === 'Orders')?.synonyms).toContain('purchases')
  })
})

function metric(expression: string) {
  return { name: 'turnover', label: 'turnover', description: null, synonyms: [], expression, unit: null }
}

function join(from: string, to: string, name?: string) {
  return {
    from: 'Products',
    to: 'Suppliers',
    fromFields: [from],
    toFields: [to],
    ...(name === undefined ? {} : { name }),
  }
}

function label(
  ontology: Awaited<ReturnType<Ontologies['get']>>,
  dataset: string,
  field: string,
): string | undefined {
  return ontology?.datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
    ?.label
}
