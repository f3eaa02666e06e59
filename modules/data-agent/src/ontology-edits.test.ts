import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyOverlay, Overlay } from './ontology/overlay-schema.ts'
import { available, everyone, openInstallation, settled, type Installation } from './test-installation.ts'
import { bakery } from './ontology/test-schemas.ts'
import { TestSource } from './ontology/test-source.ts'

const { signal } = new AbortController()

describe.each(available)('what people add to ontologies on %s', (engine) => {
  let installation: Installation
  beforeAll(async () => {
    installation = await openInstallation(engine)
  })
  afterAll(() => installation.host[Symbol.asyncDispose]())

  test('[DO20] the values that would be copied are shown before anything is created', async () => {
    const { connect, ontologies } = installation
    const { id } = await connect('/library')
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

    await expect(ontologies.edit(everyone, id, Overlay.parse(said), { signal })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(words),
      details: { path },
    })
    expect(await ontologies.overlay(everyone, id)).toEqual(emptyOverlay())
  })

  test('[DO44] [DO1533] an import is refused like an edit, and existing entries may stay', async () => {
    const { make, ontologies, databases } = installation
    databases.set('/moving', () => new TestSource(bakery))
    const { id, settled: first } = await make('/moving')
    const overlay = Overlay.parse({ metrics: [metric('sum(Orders.total_amt)')] })
    await ontologies.edit(everyone, id, overlay, { signal })
    const yaml = await ontologies.exportYaml(everyone, id)
    databases.set('/moving', () => new TestSource(bakery.replaceAll('total_amt', 'sum_total')))
    await ontologies.refresh(everyone, id)
    await settled(ontologies, id, first!.revision + 1)
    const other = await make('/moving')

    await expect(ontologies.importYaml(everyone, other.id, yaml, { signal })).rejects.toThrow(
      'the dataset Orders has no field total_amt',
    )
    await ontologies.edit(everyone, id, { ...overlay, calendar: { weekStart: 'sunday' } }, { signal })
    const edited = await ontologies.get(everyone, id)
    expect(edited?.metrics.filter(({ origin }) => origin === undefined)).toEqual([])
    expect(edited?.calendar).toMatchObject({ weekStart: 'sunday' })
  })

  test('[DO342] a list of metrics is added to the overlay, and one of the same name is replaced', async () => {
    const { make, ontologies } = installation
    const { id } = await make('/bakery')
    const said = Overlay.parse({
      datasets: [{ dataset: 'Orders', synonyms: ['purchases'] }],
      metrics: [metric('sum(Orders.total_amt)')],
    })
    await ontologies.edit(everyone, id, said, { signal })
    const yaml = `metrics:
  - name: turnover
    expression: avg(Orders.total_amt)
  - name: largest_order
    expression: max(Orders.total_amt)
    synonyms: [record order]`

    await ontologies.importYaml(everyone, id, yaml, { signal })

    const ontology = await ontologies.get(everyone, id)
    expect(ontology?.datasets.find(({ name }) => name === 'Orders')?.synonyms).toContain('purchases')
    expect(ontology?.metrics.filter(({ origin }) => origin === undefined)).toMatchObject([
      { name: 'turnover', expression: 'avg(Orders.total_amt)' },
      { name: 'largest_order', label: 'largest order', synonyms: ['record order'] },
    ])
  })

  test('[DO25] an ontology is exported as YAML and imported again', async () => {
    const { make, ontologies } = installation
    const { id } = await make('/bakery')
    await ontologies.edit(
      everyone,
      id,
      Overlay.parse({ datasets: [{ dataset: 'Orders', synonyms: ['purchases'] }] }),
      { signal },
    )
    const yaml = await ontologies.exportYaml(everyone, id)
    const other = await make('/bakery')

    await ontologies.importYaml(everyone, other.id, yaml, { signal })

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
