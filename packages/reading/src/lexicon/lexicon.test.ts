import { expect, test } from 'vitest'
import { testOntology } from '../../../../test/environment/query/test-ontology.ts'
import { findNouns } from '../annotate/nouns.ts'
import { tokenize } from '../words/tokens.ts'
import type { NounCandidate } from '../annotate/chunk.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import { codedNames, nameWords } from './name-words.ts'
import { greenhouse, role } from '../test-greenhouse.ts'
import { isPeople } from './dataset-fields.ts'
import { likeness } from './word-vectors.ts'
import { isPerson, neighbours, pertainsTo } from './wordnet.ts'

const orchestras = testOntology('sqlite', [
  {
    name: 'orchestras',
    fields: [
      'orchestra_id*',
      'name:text',
      'location:text',
      'founded',
      'conducted_by:text',
      'category:text',
      'total_guests',
      'enrollment',
      'fee_in_dollars:real',
      'fee_in_euros:real',
    ],
    extra: {
      ...role('identifier', 'orchestra_id'),
      ...role('name', 'name'),
      ...role('dimension', 'location', 'conducted_by', 'category'),
      ...role('measure', 'founded', 'total_guests', 'enrollment', 'fee_in_dollars', 'fee_in_euros'),
    },
  },
  {
    name: 'orchestra_tours',
    fields: ['orchestra_tour_id*', 'orchestra_id', 'season:text'],
    refers: ['orchestra_id>orchestras.orchestra_id'],
    extra: role('identifier', 'orchestra_tour_id', 'orchestra_id'),
  },
])

test('[DR24] names are split into words, expanded and put in the singular', () => {
  expect(nameWords('cust_addresses')).toEqual(['customer', 'address'])
  expect(nameWords('dateOfBirth')).toEqual(['date', 'of', 'birth'])
  expect(nameWords('LName')).toEqual(['last', 'name'])
  expect(nameWords('growthrate')).toEqual(['growth', 'rate'])
})

test('[DR25] closer synonyms weigh more', () => {
  const near = neighbours('employee')
  expect(near.get('worker') ?? 0).toBeGreaterThan(0.4)
  expect(near.get('banana')).toBeUndefined()
  expect(pertainsTo('norwegian')).toContain('norway')
  expect(isPerson('gardener')).toBe(true)
  expect(isPerson('greenhouse')).toBe(false)
})

test('[DR1030] a word that occurs in the same texts as a name weighs more than one that does not', () => {
  const weight = (phrase: string): number =>
    Math.max(
      0,
      ...lexiconOf(orchestras)
        .wordsNear(phrase)
        .map((each) => each.weight),
    )
  expect(likeness('delegate', 'representative') ?? 0).toBeGreaterThan(0.5)
  expect(likeness('delegate', 'banana') ?? 1).toBeLessThan(0.2)
  expect(likeness('delegate', 'xyzzyx')).toBeNull()
  expect(weight('symphony')).toBeGreaterThan(weight('dance band'))
  expect(weight('symphony')).toBeLessThan(0.86)
})

test('[DR25] words are also synonyms by a shared phrase and by hypernyms of hypernyms', () => {
  expect(neighbours('course').get('syllabus') ?? 0).toBeGreaterThan(0.6)
  expect(neighbours('song').get('music') ?? 0).toBeGreaterThan(0.4)
})

test('[DR25] a person named after a thing is not that thing', () => {
  const near = neighbours('violin')
  expect(near.get('violinist') ?? 0).toBeLessThan(0.6)
})

test('[DR26] [DR4058] a phrase matches its field by name, by dataset and name, by synonym and in part', () => {
  const lexicon = lexiconOf(greenhouse)
  const best = (phrase: string): string => bestOf(phrase, lexicon)
  expect(best('floor area')).toBe('greenhouses.floor_area')
  expect(best('plant prices')).toBe('plants.price')
  expect(best('surname')).toBe('growers.last_name')
  expect(best('height')).toBe('plants.height_cm')
  expect(best('greenhouse')).toBe('greenhouses')
  expect(best('year built')).toBe('greenhouses.built_year')
  expect(best('floor_area')).toBe('greenhouses.floor_area')
  expect(best('height in cm')).toBe('plants.height_cm')
  expect(best('submarine')).toBe('')
})

test('[DR302] letters and digits that are together in a name also match as one word', () => {
  expect(codedNames('PM10_level')).toEqual([['pm10', 'level']])
  expect(codedNames('floor_area')).toEqual([])
})

test.each([
  ['city', 'orchestras.location'],
  ['conductor', 'orchestras.conducted_by'],
  ['type', 'orchestras.category'],
  ['total number of guests', 'orchestras.total_guests'],
  ['fee in euros', 'orchestras.fee_in_euros'],
  ['fee (in USD', 'orchestras.fee_in_dollars'],
  ['orchestra id', 'orchestra_tours.orchestra_id'],
])(
  '[DR25] [DR4054] [DR4053] [DR4052] [DR26] [DR4056] [DR4055] "%s" matches %s, though its name differs',
  (phrase, field) => {
    const found = spanOf(phrase, lexiconOf(orchestras))
    expect(found.map(nameOf)).toContain(field)
    expect(found[0]?.score).toBeCloseTo(found.find((each) => nameOf(each) === field)?.score ?? 0)
  },
)

test('[DR27] the lexicon of an ontology is built once', () => {
  expect(lexiconOf(greenhouse)).toBe(lexiconOf(greenhouse))
})

function spanOf(phrase: string, lexicon: Lexicon): readonly NounCandidate[] {
  const tokens = tokenize(phrase)
  const whole = findNouns(tokens, lexicon).find((span) => span.from === 0 && span.to === tokens.length)
  return whole?.candidates ?? []
}

function nameOf(found: NounCandidate | undefined): string {
  if (found === undefined || found.kind === 'metric') return ''
  return found.kind === 'dataset' ? found.dataset.name : `${found.dataset.name}.${found.field.name}`
}

function bestOf(phrase: string, lexicon: Lexicon): string {
  return nameOf(spanOf(phrase, lexicon)[0])
}

test('[DR2958] a tracker is a list of what it tracks', () => {
  const [tracker, trackers] = testOntology('sqlite', [
    { name: 'barrel_tracker', fields: ['move_id*', 'barrels_out'] },
    { name: 'customer_tracker', fields: ['customer_id*', 'last_call:date'] },
  ]).datasets
  expect([tracker, trackers].map((one) => one !== undefined && isPeople(one))).toEqual([false, true])
})
