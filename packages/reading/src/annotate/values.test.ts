import { expect, test } from 'vitest'
import { tokenize } from '../words/tokens.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { findValues } from './values.ts'

test('[DR28] values are found as written, without case and accents, in the plural, and as a full name in two fields', () => {
  const found = (question: string): string[] =>
    findValues(question, tokenize(question), greenhouse).flatMap((span) =>
      span.candidates.map(
        (each) =>
          `${each.dataset}.${each.field}=${each.value}${each.also === undefined ? '' : `+${each.also.value}`}`,
      ),
    )
  expect(found('plants in PALM DOME')).toContain('greenhouses.name=Palm Dome')
  expect(found('all ferns')).toContain('plants.family=fern')
  expect(found('grower "Tom Ferrer"')).toContain('growers.first_name=Tom+Ferrer')
  expect(found('how many are there')).toEqual([])
})
