import { expect, test } from 'vitest'
import { otherSpellings } from './spellings.ts'
import { isVerbal } from './verbal.ts'
import { singular, wordForms } from './word-forms.ts'

test('[DR22] plurals lead to their noun, also the irregular ones', () => {
  expect(
    ['ferns', 'valleys', 'families', 'boxes', 'people', 'leaves', 'glass', 'series', 'buses'].map(singular),
  ).toEqual(['fern', 'valley', 'family', 'box', 'person', 'leaf', 'glass', 'series', 'bus'])
})

test('[DR22] verb forms lead to their verb', () => {
  expect(wordForms('watered')).toContain('water')
  expect(wordForms('planted')).toContain('plant')
  expect(wordForms('stopped')).toContain('stop')
  expect(wordForms('sold')).toContain('sell')
  expect(wordForms('carried')).toContain('carry')
})

test('[DR23] British and American spellings are one word', () => {
  expect(otherSpellings('colour')).toContain('color')
  expect(otherSpellings('organization')).toContain('organisation')
  expect(otherSpellings('centre')).toContain('center')
})

test('[DR22] participles are told from nouns in -ing and -ed', () => {
  expect(['watered', 'growing'].every(isVerbal)).toBe(true)
  expect(['building', 'rating', 'bed', 'speed'].some(isVerbal)).toBe(false)
})
