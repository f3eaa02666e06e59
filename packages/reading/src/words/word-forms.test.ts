import { expect, test } from 'vitest'
import { otherSpellings } from './spellings.ts'
import { isVerbal } from './verbal.ts'
import { singular, wordForms } from './word-forms.ts'

test('[DR22] regular and irregular plurals give their noun', () => {
  expect(
    ['ferns', 'valleys', 'families', 'boxes', 'people', 'leaves', 'glass', 'series', 'buses'].map(singular),
  ).toEqual(['fern', 'valley', 'family', 'box', 'person', 'leaf', 'glass', 'series', 'bus'])
})

test('[DR22] verb forms give their verb', () => {
  expect(wordForms('watered')).toContain('water')
  expect(wordForms('planted')).toContain('plant')
  expect(wordForms('stopped')).toContain('stop')
  expect(wordForms('sold')).toContain('sell')
  expect(wordForms('carried')).toContain('carry')
})

test('[DR23] British and American spellings are the same word', () => {
  expect(otherSpellings('colour')).toContain('color')
  expect(otherSpellings('organization')).toContain('organisation')
  expect(otherSpellings('centre')).toContain('center')
})

test('[DR22] participles are distinguished from nouns in -ing and -ed', () => {
  expect(['watered', 'growing'].every(isVerbal)).toBe(true)
  expect(['building', 'rating', 'bed', 'speed'].some(isVerbal)).toBe(false)
})

test('[DR1042] a singular that ends in s stays as it is', () => {
  expect(['lens', 'lenses', 'canvas', 'atlases'].map(singular)).toEqual(['lens', 'lens', 'canvas', 'atlas'])
})
