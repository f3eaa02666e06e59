import { expect, test } from 'vitest'
import { findNouns } from '../annotate/nouns.ts'
import { openGreenhouse } from '../test-greenhouse.ts'
import { tokenize } from '../words/tokens.ts'
import { lexiconOf } from './lexicon.ts'
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

test('[DR26] a phrase finds its field by name, by dataset and name, by synonym and in part', async () => {
  using greenhouse = await openGreenhouse()
  const lexicon = lexiconOf(greenhouse.ontology)
  const best = (phrase: string): string => {
    const tokens = tokenize(phrase)
    const found = findNouns(tokens, lexicon).filter((span) => span.from === 0 && span.to === tokens.length)[0]
      ?.candidates[0]
    return found === undefined || found.kind === 'metric'
      ? ''
      : found.kind === 'dataset'
        ? found.dataset.name
        : `${found.dataset.name}.${found.field.name}`
  }
  expect(best('floor area')).toBe('greenhouses.floor_area')
  expect(best('plant prices')).toBe('plants.price')
  expect(best('surname')).toBe('growers.last_name')
  expect(best('height')).toBe('plants.height_cm')
  expect(best('greenhouse')).toBe('greenhouses')
  expect(best('year built')).toBe('greenhouses.built_year')
  expect(best('submarine')).toBe('')
})

test('[DR26] letters and digits that a name has together are one word too', () => {
  expect(codedNames('PM10_level')).toEqual([['pm10', 'level']])
  expect(codedNames('floor_area')).toEqual([])
})

test('[DR27] the lexicon is made once for an ontology', async () => {
  using greenhouse = await openGreenhouse()
  expect(lexiconOf(greenhouse.ontology)).toBe(lexiconOf(greenhouse.ontology))
})
