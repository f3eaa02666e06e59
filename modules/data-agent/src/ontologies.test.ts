import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { queries } from './store/tables.ts'
import { Ontologies } from './ontologies.ts'
import { Overlay } from './ontology/overlay-schema.ts'
import { available, everyone, openInstallation, settled, type Installation } from './test-installation.ts'
import { bakery } from './ontology/test-schemas.ts'
import { TestSource } from './ontology/test-source.ts'

const { signal } = new AbortController()

describe.each(available)('ontologies on %s', (engine) => {
  let installation: Installation
  beforeAll(async () => {
    installation = await openInstallation(engine)
  })
  afterAll(() => installation.host[Symbol.asyncDispose]())

  test('[DO30] [DO1526] an ontology is built in the background and read back complete from the store', async () => {
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

  test('[DO32] [DO1527] the overlay survives a refresh, and a failed refresh leaves the last version', async () => {
    const { make, ontologies, databases } = installation
    databases.set('/moving', () => new TestSource(bakery))
    const { id, settled: first } = await make('/moving')
    const overlay = Overlay.parse({
      fields: [
        { dataset: 'Orders', field: 'total_amt', label: 'turnover' },
        { dataset: 'Suppliers', field: 'name', synonyms: ['vendor'] },
      ],
    })
    const edited = await ontologies.edit(everyone, id, overlay, { signal })
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

  test('[DO33] work that uses an ontology continues with it while it is refreshed or dropped', async () => {
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

  test('[DO33] [DO1528] an ontology that is dropped while its database is read leaves nothing behind', async () => {
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
    }, 60_000)

    for (const table of ['ontology_datasets', 'ontology_fields', 'ontology_values'] as const) {
      const left = queries.selectFrom(table).select('ontology_id').where('ontology_id', '=', id)
      expect(await ports.db.query(everyone, left)).toEqual([])
    }
  })

  test('[DO42] several refreshes at once leave one complete version', async () => {
    const { make, ontologies, scopeOf, ports, host } = installation
    const { id, settled: first } = await make('/library')
    const people = await Promise.all([scopeOf('admin'), scopeOf('contributor'), scopeOf('admin')])
    await Promise.all(people.map((person) => ontologies.refresh(person, id)))
    await vi.waitFor(async () => {
      expect((await host.host.jobs.list({})).filter(({ state }) => state !== 'done')).toEqual([])
    }, 60_000)
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
      { signal },
    )

    expect(label(await other.get(everyone, id), 'Orders', 'paid')).toBe('settled')
  })

  test('[DO35] values of an excluded field are removed at once and not read again', async () => {
    const { make, ontologies, ports } = installation
    const { id } = await make('/bakery')
    const overlay = Overlay.parse({ fields: [{ dataset: 'Customers', field: 'custname', isIndexed: false }] })
    const edited = await ontologies.edit(everyone, id, overlay, { signal })
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

  test('[DO36] [DO1529] everyone sees ontologies and connections, viewers change none, and only admins connections', async () => {
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

  test('[DO37] [DO1530] the settings of a connection are sealed in the store and never shown', async () => {
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
})

function label(
  ontology: Awaited<ReturnType<Ontologies['get']>>,
  dataset: string,
  field: string,
): string | undefined {
  return ontology?.datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
    ?.label
}
