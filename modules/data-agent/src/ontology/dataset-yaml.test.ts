import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { datasetYaml } from './dataset-yaml.ts'
import { introspect } from './introspect.ts'
import { Overlay } from './overlay-schema.ts'
import { applyOverlay } from './overlay.ts'
import { TestSource } from './test-source.ts'

const script = `create table visits (
  visit_id integer primary key, "day" date, note varchar, cost numeric, "is: odd" boolean, secret_note text)`
const model = await introspect(new TestSource(script), { signal: new AbortController().signal })
const [visits] = applyOverlay(
  model,
  Overlay.parse({
    datasets: [{ dataset: 'visits', description: 'Visits to the clinic' }],
    fields: [
      { dataset: 'visits', field: 'visit_id', description: 'Unique visit identifier' },
      { dataset: 'visits', field: 'note', description: 'What was said: freely' },
      { dataset: 'visits', field: 'secret_note', isHidden: true },
    ],
  }),
).datasets

test('[DO29] a dataset is written as clients expect it, key by key', () => {
  expect(datasetYaml(visits!)).toBe(`name: visits
description: Visits to the clinic
source:
  table: main.visits
fields:
  - name: visit_id
    type: number
    description: Unique visit identifier
    source_column: visit_id
  - name: day
    type: date
    description: day
    source_column: day
  - name: note
    type: string
    description: "What was said: freely"
    source_column: note
  - name: cost
    type: number
    description: cost
    source_column: cost
  - name: "is: odd"
    type: boolean
    description: is odd
    source_column: "is: odd"
`)
})

test('[DO29] [DO1514] hidden fields are left out, and every name is parsed back unchanged', () => {
  const read: unknown = parse(datasetYaml(visits!))
  expect(read).toMatchObject({ fields: [{}, {}, {}, {}, { source_column: 'is: odd' }] })
})
