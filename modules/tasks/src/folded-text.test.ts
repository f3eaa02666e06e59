import fc from 'fast-check'
import { cleanLine, cleanText } from '@quipu/kit'
import { expect, test } from 'vitest'
import { fold, lengthOf, sortText } from './folded-text.ts'

test('[T5] a line loses control and invisible characters, line breaks become a space', () => {
  expect(cleanLine('  Buy\r\n\tmilk\u0000\u0007 \u202Enow\u200B\u{E0041} ')).toBe('Buy milk now')
})

test.each(['👨‍👩‍👧', '❤️', '1️⃣', 'می‌خواهم', 'क्‍ष', 'naïve', '日本語', '🏳️‍🌈'])(
  '[T5] what shapes visible text stays: %s',
  (text) => {
    expect(cleanLine(text)).toBe(text)
  },
)

test('[T5] joiners and selectors in a row, which could carry hidden text, go', () => {
  expect(cleanLine('a\u200D\u200C\u200Db')).toBe('ab')
  expect(cleanLine('1\uFE0F\uFE0F\uFE0E')).toBe('1\uFE0F')
})

test('[T6] a text keeps its line breaks and tabs', () => {
  expect(cleanText('one\r\ntwo\u2028\tthree\u0000\n')).toBe('one\ntwo\n\tthree')
})

test('[T5] cleaning twice is cleaning once, and leaves nothing that a database cannot hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = cleanLine(text)
      expect(cleanLine(line)).toBe(line)
      expect(line).not.toMatch(/\p{Cc}/u)
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
    }),
    { numRuns: 1000 },
  )
})

test('[T902] characters are code points', () => {
  expect(lengthOf('🎉🎉')).toBe(2)
})

test.each([
  ['ÄPFEL', 'äpfel'],
  ['STRASSE', 'Straße'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδός'.normalize('NFD').replace(/\u0301/g, '')],
  ['ﬁle', 'FILE'],
  ['１２３', '123'],
  ['e\u0301', 'É'],
  ['Привет', 'ПРИВЕТ'],
  ['two  words', 'Two\nWords'],
])('[T912] %s folds like %s', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('[T912] upper and lower case of any text fold alike, and folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const text = typed.normalize('NFC')
      expect(fold(text.toUpperCase())).toBe(fold(text))
      expect(fold(text.toLowerCase())).toBe(fold(text))
      expect(fold(fold(text))).toBe(fold(text))
    }),
    { numRuns: 2000 },
  )
})

test('[T912] any part of a text made of letters is found in its other case', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('aZäÖßéЖжΣσς한字 %_\\')) })
  fc.assert(
    fc.property(letters, letters, letters, (before, keyword, after) => {
      expect(fold(before + keyword + after)).toContain(fold(keyword.toUpperCase()))
    }),
  )
})

test('[T909] titles sort without case and accents', () => {
  const titles = ['zebra', 'Äther', 'apfel', 'Österreich', 'Omega', 'straße', 'Strand']
  const sorted = titles.toSorted((a, b) => (sortText(a) < sortText(b) ? -1 : 1))
  expect(sorted).toEqual(['apfel', 'Äther', 'Omega', 'Österreich', 'Strand', 'straße', 'zebra'])
})
