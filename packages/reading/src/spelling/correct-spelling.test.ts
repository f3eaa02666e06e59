import { expect, test } from 'vitest'
import { greenhouse } from '../test-greenhouse.ts'
import { correctSpelling } from './correct-spelling.ts'

const read = (question: string): string => correctSpelling(question, greenhouse).question

test.each([
  ['what did we recieve nxet week', 'what did we receive next week'],
  ['how mny vists lst month', 'how many visits last month'],
  ['ths yr agianst lst year', 'this yr against last year'],
  ['catagory with the bigest averge', 'category with the biggest average'],
  ['what persent was deliverd laste week', 'what percent was delivered last week'],
  ['hwo many opne ones', 'how many open ones'],
])('[DR1631] [DR4198] %s', (written, meant) => {
  expect(read(written)).toBe(meant)
})

test('[DR1631] words of everyday English are left alone', () => {
  const plain =
    'which vans left the town with letters and gifts last week, and list months without visitors or upgrades'
  expect(read(plain)).toBe(plain)
})

test('[DR3020] other forms of common nouns are spelled right', () => {
  const plain = 'how many medals, files and loans are there, and which ones were offered'
  expect(read(plain)).toBe(plain)
})
