import type { Condition, Query } from '@quipu/query'
import { expect, test } from 'vitest'
import { compare, dataset, emptyQuery, field, literal } from '../interpret/builder.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { objectionsTo } from './objections.ts'

const plants = dataset({ ontology: greenhouse }, 'plants')

/** Plants of one family, with another condition. */
function ferns(leftOut: string): Query {
  const [family, name] = ['family', 'name'].map((called) => {
    const found = plants.fields.find((one) => one.name === called)
    if (found === undefined) throw new Error(called)
    return field(plants, found)
  })
  if (family === undefined || name === undefined) throw new Error('no fields')
  const denied: Condition = { kind: 'not', of: { kind: 'in', of: family, values: [leftOut] } }
  return {
    ...emptyQuery(plants),
    outputs: [{ expression: name, label: 'name' }],
    where: { kind: 'and', of: [compare(family, '=', literal('fern')), denied] },
  }
}

const contradictions = (query: Query): readonly string[] =>
  objectionsTo(query, greenhouse, 'ferns')
    .filter(({ kind }) => kind === 'contradiction')
    .map(({ says }) => says)

test('[DR4437] a value that is asked for and left out is a contradiction', () => {
  expect(contradictions(ferns('Fern'))).toEqual(['A value is asked for and left out at once.'])
  expect(contradictions(ferns('palm'))).toEqual([])
})
