import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { fieldRoles } from '@quipu/query'
import { introspect } from './introspect.ts'
import { OssieDocument } from './ossie-schema.ts'
import { overlayFrom, readOssie } from './ossie-import.ts'
import { exportOssie } from './ossie.ts'
import { Overlay } from './overlay-schema.ts'
import { applyOverlay } from './overlay.ts'
import { bakery, library } from './test-schemas.ts'
import { TestSource } from './test-source.ts'

const { signal } = new AbortController()
const models = [
  await introspect(new TestSource(bakery), { signal }),
  await introspect(new TestSource(library), { signal }),
]
const identity = { id: '0b9d2f5e-8a55-4f0b-9f3c-5a8f3f1f2a77', name: 'Our data', description: null }

const phrase = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text)
const phrases = fc.uniqueArray(phrase, { maxLength: 3 })

/** Any overlay of one of the models that a person could make. */
const completion = fc.constantFrom(...models).chain((model) => {
  const fields = model.datasets.flatMap(({ name, fields: list }) =>
    list.map((field) => ({ dataset: name, field: field.name })),
  )
  const dataset = fc.constantFrom(...model.datasets.map(({ name }) => name))
  const entry = fc.record(
    {
      label: phrase,
      description: fc.oneof(phrase, fc.constant(null)),
      synonyms: phrases,
      unit: fc.oneof(phrase, fc.constant(null)),
      role: fc.constantFrom(...fieldRoles),
      isHidden: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  return fc
    .record({
      datasets: fc.uniqueArray(
        fc.record({ dataset, label: phrase, synonyms: phrases, isHidden: fc.boolean() }),
        {
          selector: (one) => one.dataset,
        },
      ),
      fields: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...fields), entry).map(([target, said]) => ({ ...target, ...said })),
        { selector: (one) => `${one.dataset}\n${one.field}`, maxLength: 8 },
      ),
      joins: fc.subarray(
        model.relationships.map(({ from, to, fromFields, toFields }) => ({
          from,
          to,
          fromFields,
          toFields,
          isRemoved: true,
        })),
      ),
      metrics: fc.uniqueArray(
        fc.record({
          name: phrase,
          label: phrase,
          description: fc.option(phrase),
          synonyms: phrases,
          expression: fc.constantFrom(...model.datasets.map(({ name }) => `2 * count("${name}")`)),
          unit: fc.option(phrase),
        }),
        { selector: ({ name }) => name, maxLength: 3 },
      ),
      glossary: fc.uniqueArray(fc.record({ term: phrase, meaning: phrase, synonyms: phrases }), {
        selector: ({ term }) => term.toLowerCase(),
        maxLength: 3,
      }),
      verified: fc.uniqueArray(fc.record({ question: phrase, sql: phrase }), {
        selector: ({ question }) => question.toLowerCase(),
        maxLength: 2,
      }),
      calendar: fc.record({ fiscalYearStart: fc.integer({ min: 1, max: 12 }) }, { requiredKeys: [] }),
    })
    .map((said) => ({ model, overlay: Overlay.parse(said) }))
})

test('[DO25] an exported and imported ontology is the same', () => {
  fc.assert(
    fc.property(completion, ({ model, overlay }) => {
      const ontology = { ...identity, ...applyOverlay(model, overlay) }
      const read = readOssie(exportOssie(ontology))
      const { name, description } = read
      const again = { ...identity, name, description, ...applyOverlay(model, overlayFrom(read, model)) }

      expect(strip(again)).toEqual(strip(ontology))
    }),
    { numRuns: 60 },
  )
})

/** A removed description looks like one that never existed. */
function strip({
  datasets,
  relationships,
  metrics,
  glossary,
  verified,
  calendar,
  name,
}: {
  [name: string]: unknown
}) {
  return { datasets, relationships, metrics, glossary, verified, calendar, name }
}

test('[DO26] the document has the field names of Apache Ossie and no others', () => {
  const [model] = models
  const document: unknown = parse(exportOssie({ ...identity, ...applyOverlay(model!, Overlay.parse({})) }))

  const read = OssieDocument.parse(document)
  expect(read.version).toBe('0.2.0.dev0')
  const orders = read.semantic_model[0]?.datasets.find(({ name }) => name === 'Orders')
  expect(orders).toMatchObject({ source: 'main.Orders', primary_key: ['order_id'] })
  expect(orders?.fields?.find(({ name }) => name === 'order_date')).toMatchObject({
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'order_date' }] },
    dimension: { is_time: true },
    datatype: 'String',
  })
  expect(read.semantic_model[0]?.relationships).toContainEqual(
    expect.objectContaining({
      from: 'Orders',
      to: 'Customers',
      from_columns: ['customer_id'],
      to_columns: ['cust_id'],
    }),
  )
})

test('[DO27] a document of another program adds to what was found', () => {
  const [model] = models
  const yaml = stringify({
    version: '0.2.0.dev0',
    semantic_model: [
      {
        name: 'bakery',
        ai_context: 'Ask about orders',
        datasets: [
          {
            name: 'Orders',
            source: 'main.Orders',
            ai_context: { synonyms: ['purchases'] },
            fields: [
              {
                name: 'order_date',
                expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'order_date' }] },
                description: 'When it was placed',
              },
            ],
          },
        ],
        metrics: [
          {
            name: 'net_sales',
            expression: {
              dialects: [
                { dialect: 'SNOWFLAKE', expression: 'x' },
                { dialect: 'ANSI_SQL', expression: 'sum(Orders.total_amt)' },
              ],
            },
          },
        ],
      },
    ],
  })

  const full = applyOverlay(model!, overlayFrom(readOssie(yaml), model!))

  expect(full.datasets.find(({ name }) => name === 'Orders')?.synonyms).toContain('purchases')
  expect(full.metrics).toMatchObject([
    { name: 'net_sales', label: 'net sales', expression: 'sum(Orders.total_amt)' },
  ])
  expect(full.relationships).toEqual(model!.relationships)
})

test.each([
  ['a: [', 'it is no YAML'],
  ['hello', 'arguments must be an object'],
  ['version: 0.2.0.dev0\nsemantic_model: []', 'semantic_model'],
  ['version: 0.2.0.dev0\nsemantic_model:\n  - name: x\n    datasets:\n      - name: y', 'source is required'],
])('[DO28] %j is refused with a message', (yaml, words) => {
  expect(() => readOssie(yaml)).toThrow(words)
})

test.each([
  ['a: 1\nb: 2\na: 3', 'Map keys must be unique; a is repeated at line 3'],
  ['a: {b: 1, b: 2}', 'b is repeated at line 1'],
  [`a: &x 1\nb: [${'*x,'.repeat(101)}]`, 'it has more than 100 aliases'],
])('[DO141] %j is refused for its keys or aliases', (yaml, words) => {
  expect(() => readOssie(yaml)).toThrow(words)
})
