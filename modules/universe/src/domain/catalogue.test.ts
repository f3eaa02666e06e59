import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { categories, categoryNamed } from './catalogue.ts'
import { commandTypes, parseCommand } from './commands.ts'
import { star, TestUniverse } from './test-universe.ts'

test('[UD24] there are ten categories, and each command is in one', () => {
  expect(categories.map(({ slug }) => slug)).toEqual([
    'simulation',
    'star-crud',
    'star-hierarchy',
    'group-crud',
    'group-hierarchy',
    'small-body-fields',
    'protoplanetary-disks',
    'nebulae',
    'rings',
    'snapshot',
  ])
  const listed = categories.flatMap(({ commands }) => commands.map(({ type }) => type))
  expect(listed.toSorted()).toEqual(commandTypes.toSorted())
})

test.each(['star-crud', 'Star CRUD', 'STAR-CRUD', ' star  crud '])(
  '[UD24] %j names the category Star CRUD',
  (text) => {
    expect(categoryNamed(text)?.title).toBe('Star CRUD')
  },
)

test.each(['', 'stars', 'toString'])('[UD24] %j names no category', (text) => {
  expect(categoryNamed(text)).toBeUndefined()
})

test('[UD906] every example, in order, applies to a universe that began empty', () => {
  const universe = new TestUniverse()
  for (const { type, example } of categories.flatMap(({ commands }) => commands)) {
    prepare(universe, type)
    expect(() => universe.send(example)).not.toThrow()
  }
  expect(universe.state.rootIds).toEqual(['sun'])
})

describe.each(categories)('$title', (category) => {
  test('[UD906] its schemas are closed JSON Schemas that take the examples', () => {
    for (const { type, schema, example } of category.commands) {
      expect(schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: { type: { const: type } },
      })
      expect(z.fromJSONSchema(schema as never).safeParse(example).error).toBeUndefined()
      expect(parseCommand(example).type).toBe(type)
    }
  })
})

/** What the worked examples speak of besides what they add themselves. */
function prepare(universe: TestUniverse, type: string): void {
  const has = (id: string) => universe.model.has('stars', id)
  if (type === 'attachStar') universe.bodies('earth', 'moon')
  if (type === 'addToGroup') universe.groups('local')
  if (!has('sun') && ['addToGroup', 'addSmallBodyField'].includes(type)) universe.bodies('sun')
  if (type === 'updateRing') universe.send({ type: 'addStar', id: 'saturn', payload: star('sun') })
}
