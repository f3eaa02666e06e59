import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKennels } from './test-kennels.ts'
import type { SmallDatabase } from './test-small-database.ts'

let kennels: SmallDatabase
beforeAll(async () => {
  kennels = await openKennels()
})
afterAll(() => kennels[Symbol.dispose]())

function notesOf(question: string): readonly string[] {
  return kennels.reading(question).assumptions.map(({ says }) => says)
}

test('[DO765] a first word that many tables share and that is no word is left out of their labels', () => {
  expect(kennels.ontology.datasets.map(({ label }) => label)).toContain('stay')
  expect(kennels.rows('how many stays did we have last month')).toEqual([[5]])
})

test('[DR1330] a name that the same few rows share over and over is that of something else', () => {
  expect(kennels.rows('list of spares')[0]).toEqual(['Roof felt small'])
})

test('[DR1331] words that no two rows share are what a thing is called, before its code', () => {
  expect(kennels.rows('which spares have a stock quantity of less than 2')).toEqual([
    ['Roof felt small'],
    ['Roof felt large'],
  ])
})

test('[DR1332] a text key with the name of its thing is no bare code', () => {
  const reading = kennels.reading('which crate has the most loans')
  expect(reading.assumptions.filter(({ says }) => says.includes('no name'))).toEqual([])
})

test('[DR1333] words of a value in another form or order mean this value', () => {
  expect(kennels.rows('how many stays with hand washing last month')).toEqual([[2]])
  expect(kennels.rows('how many stays with nail trimming last month')).toEqual([[2]])
  expect(kennels.rows('how many stays with a 2-hour long walk last month')).toEqual([[1]])
  expect(notesOf('how many stays with nail trimming last month')).toContain(
    '"nail trimming" is read as Nail trim.',
  )
})

test('[DR1334] [DR4180] customers are the organizations, though these have contacts', () => {
  expect(kennels.rows('stays per customer last month')).toEqual([
    ['Hill Hunt', 3],
    ['Lake Guard', 1],
    ['Moor Rescue', 1],
  ])
})

test('[DR1335] a word finds the short name that has its consonants', () => {
  expect(kennels.rows('stays per blanket last month')).toEqual([
    ['Wool', 4],
    ['Cotton', 1],
  ])
  expect(notesOf('stays per blanket last month')).toContain('"blanket" is read as blnk type.')
})

test('[DR1336] “per employee” and “who sold” divide by the text that names who did the work', () => {
  expect(kennels.rows('total amount per employee last month')).toEqual([
    ['Ewan', 56],
    ['Dora', 22],
  ])
})

test('[DR1337] “by kennel” divides by the sites of this type', () => {
  expect(kennels.rows('number of stays by kennel last month')).toEqual([
    ['North Yard', 3],
    ['Old Mill', 1],
  ])
})
