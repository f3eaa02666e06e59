import { beforeAll, describe, expect, test } from 'vitest'
import { openVineyard, type Vineyard } from './test-vineyard.ts'

let vineyard: Vineyard
beforeAll(async () => {
  vineyard = await openVineyard()
})

describe('answers', () => {
  test('[DR66] of counts with different conditions', async () => {
    expect(
      await vineyard.rows('What is the ratio of wines with a price above 25 to wines with a price below 25?'),
    ).toEqual([[1.5]])
  })

  test('[DR66] of a part to the whole', async () => {
    expect(
      await vineyard.rows('What is the ratio of wines with a score > 3 to the total number of wines?'),
    ).toEqual([[0.4]])
  })

  test('[DR66] of two fields for each row', async () => {
    const rows = await vineyard.rows('What is the ratio of barrels to hectares for each estate id?')
    expect(rows.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [1, 4],
      [2, 2],
      [3, 1],
    ])
  })

  test('[DR66] of sums for each group, the largest first', async () => {
    expect(
      await vineyard.rows('What is the ratio of total barrels to total hectares for each valley?'),
    ).toEqual([
      ['Nera', 2.5],
      ['Orva', 1],
    ])
  })

  test('[DR66] of each group to the total', async () => {
    expect(
      await vineyard.rows(
        'What is the ratio of the number of wines for each grape to the total number of wines?',
      ),
    ).toEqual([
      ['Tavis', 0.6],
      ['Morel', 0.4],
    ])
  })

  test('[DR66] of two things in two datasets', async () => {
    expect(await vineyard.rows('What is the ratio of wines to estates?')).toEqual([[5 / 3]])
  })
})

describe('order', () => {
  test('[DR67] [DR4322] groups come largest first if the question gives no order', async () => {
    expect(await vineyard.rows('How many wines are there for each grape?')).toEqual([
      ['Tavis', 3],
      ['Morel', 2],
    ])
  })
})
