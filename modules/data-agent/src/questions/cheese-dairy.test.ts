import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheeseDairy } from './test-cheese-dairy.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let dairy: SmallDatabase
beforeAll(async () => {
  dairy = await openCheeseDairy()
})
afterAll(() => dairy[Symbol.dispose]())

const rate = '1.0 * sum(spoiled) / sum(wheels)'

test('[DR2333] the rate of a number of pieces is its part of the only other number of pieces of the rows, with a warning', () => {
  const question = 'spoiled rate per cheese this year'
  const sql = `select cheese_name, ${rate} from batch join cheese using (cheese_id) where made_on >= '2026-01-01' group by 1`
  expect(sorted(dairy.rows(question))).toEqual(sorted(dairy.run(sql)))
  expect(dairy.reading(question).assumptions).toContainEqual({
    about: 'meaning of rate',
    says: 'The rate is spoiled divided by wheels.',
    changesNumbers: true,
  })
})

test('[DR2334] “by maker” is the text that says by whom a row was made', () => {
  const sql = `select made_by, ${rate} from batch where made_on >= '2026-01-01' group by 1`
  expect(sorted(dairy.rows('spoiled rate by maker this year'))).toEqual(sorted(dairy.run(sql)))
})

test('[DR2326] a birthday is a day and a month, in whatever year, also after “with a”', () => {
  const sql = "select first_name, surname, born_on from member where strftime('%m', born_on) = '12'"
  expect(sorted(dairy.rows('members with a birthday in december'))).toEqual(sorted(dairy.run(sql)))
})
