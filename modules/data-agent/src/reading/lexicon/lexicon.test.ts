import { expect, test } from 'vitest'
import { findNouns } from '../annotate/nouns.ts'
import { introspect } from '../../ontology/introspect.ts'
import type { Ontology } from '../../ontology/ontology.ts'
import { TestSource } from '../../ontology/test-source.ts'
import { openGreenhouse } from '../test-greenhouse.ts'
import { tokenize } from '../words/tokens.ts'
import type { NounCandidate } from '../annotate/chunk.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import { codedNames, nameWords } from './name-words.ts'
import { isPerson, neighbours, pertainsTo } from './wordnet.ts'

test('[DR24] names are split, written out and put in the singular', () => {
  expect(nameWords('cust_addresses')).toEqual(['customer', 'address'])
  expect(nameWords('dateOfBirth')).toEqual(['date', 'of', 'birth'])
  expect(nameWords('LName')).toEqual(['last', 'name'])
  expect(nameWords('growthrate')).toEqual(['growth', 'rate'])
})

test('[DR25] words near in meaning are known, nearer ones weigh more', () => {
  const near = neighbours('employee')
  expect(near.get('worker') ?? 0).toBeGreaterThan(0.4)
  expect(near.get('banana')).toBeUndefined()
  expect(pertainsTo('norwegian')).toContain('norway')
  expect(isPerson('gardener')).toBe(true)
  expect(isPerson('greenhouse')).toBe(false)
})

test('[DR25] words are also near by a phrase they share, and by what their kinds are kinds of', () => {
  expect(neighbours('course').get('syllabus') ?? 0).toBeGreaterThan(0.6)
  expect(neighbours('song').get('music') ?? 0).toBeGreaterThan(0.4)
})

test('[DR25] who comes from a thing by name is not that thing', () => {
  const near = neighbours('violin')
  expect(near.get('violinist') ?? 0).toBeLessThan(0.6)
})

test('[DR26] a phrase finds its field by name, by dataset and name, by synonym and in part', async () => {
  using greenhouse = await openGreenhouse()
  const lexicon = lexiconOf(greenhouse.ontology)
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

test('[DR26] letters and digits that a name has together are one word too', () => {
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
])('[DR25] [DR26] "%s" is %s, though it is called otherwise', async (phrase, field) => {
  const ontology = await orchestras()
  const found = spanOf(phrase, lexiconOf(ontology))
  expect(found.map(nameOf)).toContain(field)
  expect(found[0]?.score).toBeCloseTo(found.find((each) => nameOf(each) === field)?.score ?? 0)
})

test('[DR27] the lexicon is made once for an ontology', async () => {
  using greenhouse = await openGreenhouse()
  expect(lexiconOf(greenhouse.ontology)).toBe(lexiconOf(greenhouse.ontology))
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

async function orchestras(): Promise<Ontology> {
  const source = new TestSource(`
    create table orchestras (orchestra_id integer primary key, name text not null, location text not null, founded integer not null, conducted_by text not null, category text not null, total_guests integer not null, enrollment integer not null, fee_in_dollars real not null, fee_in_euros real not null);
    create table orchestra_tours (orchestra_tour_id integer primary key, orchestra_id integer not null references orchestras (orchestra_id), season text not null);
    insert into orchestras values (1, 'Low Strings', 'Lindau', 1950, 'Ada Roe', 'youth', 300, 40, 120.5, 99.5), (2, 'High Brass', 'Brugg', 1971, 'Ben Ott', 'city', 500, 25, 80, 70.5);
    insert into orchestra_tours values (1, 1, 'spring'), (2, 2, 'autumn');
  `)
  const model = await introspect(source, { signal: AbortSignal.timeout(20_000) })
  return { ...model, id: 'orchestras', name: 'Orchestras', description: null }
}
