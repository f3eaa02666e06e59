import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SmallDatabase } from './test-small-database.ts'
import { openClimbingHall } from './test-climbing-hall.ts'

let hall: SmallDatabase
beforeAll(async () => {
  hall = await openClimbingHall()
})
afterAll(() => hall[Symbol.dispose]())

const firstOf = (question: string): readonly unknown[] =>
  hall
    .rows(question)
    .map(([first]) => first)
    .toSorted((a, b) => String(a).localeCompare(String(b)))

describe('[DR1590] [DR4170] [DR4171] those who were not there in a period are people without a visit, and those who left do not count', () => {
  test.each([
    'which climbers have not been in since april',
    'climbers not seen since april',
    "climbers who haven't come back since april",
    'climbers with no visit since april',
    'who has not been here since april',
    "who hasn't come in since april",
  ])('%s', (question) => {
    expect(firstOf(question)).toEqual(['Ben'])
    expect(hall.reading(question).assumptions.some(({ says }) => /still there/.test(says))).toBe(true)
  })
  test('[DR4166] they can be counted, and what they did before and not since is read', () => {
    expect(hall.rows('how many climbers did not come last month')).toEqual([[1]])
    expect(firstOf('which climbers bought last year but nothing this year')).toEqual(['Ben', 'Dev'])
    expect(firstOf('who bought last year but nothing yet this year')).toEqual(['Ben', 'Dev'])
  })
})

describe('[DR1591] a date of the last visit or login says who was not there', () => {
  test.each(["climbers who haven't logged in for 90 days", 'climbers not logged in since august'])(
    '%s',
    (question) => expect(firstOf(question)).toEqual(['Ben', 'Cleo']),
  )
})

describe('[DR1592] [DR4173] [DR4172] staff are found by the day on which they began and may leave, and by a short name', () => {
  test.each([
    'trainers who have not worked since september',
    'which trainers have not done a shift since september',
    'which employees have not worked since september',
  ])('%s', (question) => expect(firstOf(question)).toEqual(['Ida']))
})

describe('[DR1593] [DR4175] how long people stay is the mean time from coming in to going out, or from joining to leaving', () => {
  test.each([
    ['how long do people stay on average', 2],
    ['average length of a visit', 2],
    ['how many hours does a climber spend here per visit', 2],
    ['avg time in the hall', 2],
  ])('%s', (question, hours) => expect(hall.rows(question)[0]?.[0]).toBeCloseTo(hours, 3))
  test.each([
    'how many months does a climber stay with us on average',
    'how long do climbers stay with us',
    'how long does a climber stay on average, of those who left',
    'average climber length in months',
  ])('%s', (question) => expect(hall.rows(question)[0]?.[0]).toBeCloseTo((366 + 181) / 2 / 30.4375, 3))
  test.each([
    ['how long does a repair take on average', (4 + 2 + 1) / 3],
    ['how many days does a splice take on average', 3],
    ['how many days does a repair take per kind', 3],
  ])('%s', (question, days) => expect(hall.rows(question)[0]?.at(-1)).toBeCloseTo(days, 3))
})

describe('[DR1594] times of day in a row are measured in minutes and hours', () => {
  test.each([
    'how long from call to fetch on average',
    'average minutes between called and fetched',
    'average time from call to fetch',
  ])('%s', (question) => expect(hall.rows(question)[0]?.[0]).toBeCloseTo(60, 3))
  test('as the time between two times of one day', () => {
    expect(hall.rows('how long is a shift on average')[0]?.slice(0, 2)).toEqual([300, 5])
  })
})

describe('[DR1595] who was there in a period has a visit in it', () => {
  test.each(['who was in yesterday', 'who came in yesterday', 'which climbers were here yesterday'])(
    '%s',
    (question) => expect(firstOf(question)).toEqual(['Ada']),
  )
  test('[DR4177] they can be counted, and those who come most often are ranked', () => {
    expect(hall.rows('how many people were in last month')).toEqual([[2]])
    expect(firstOf('who comes most often')).toEqual(['Ada'])
    expect(firstOf('which climber visited us most often this year')).toEqual(['Ada'])
  })
})

describe('[DR1596] [DR4179] [DR4178] hours worked are also those of a rota with times of day, less breaks', () => {
  test.each([
    'trainer hours last month',
    'how many hours did trainers work last month',
    'hours worked last month without breaks',
  ])('%s', (question) => expect(hall.rows(question)).toEqual([[9.5]]))
  test('also for each person', () => {
    expect(hall.rows('hours worked per trainer last month')[0]?.at(-1)).toBe(9.5)
    expect(firstOf("who's been with us the longest of the trainers")).toEqual(['Fay'])
    expect(firstOf('who is our longest standing climber still here')).toEqual(['Ada'])
  })
})
