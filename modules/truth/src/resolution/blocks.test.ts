import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { peopleWithDuplicates } from './test-people.ts'

test('[TR166] a misspelled record shares a block with its original, and few others do', () => {
  const { records, truth } = peopleWithDuplicates(300)
  const blocks = new Map(records.map(({ id, fields }) => [id, blocksOf(textsOf(fields))]))
  const sharing = Map.groupBy(
    records.flatMap(({ id }) => blocks.get(id)!.map((block) => ({ id, block }))),
    ({ block }) => block,
  )
  const partners = (id: string) => {
    const rare = blocks.get(id)!.map((block) => sharing.get(block)!)
    const near = rare.filter(({ length }) => length <= 51).flat()
    return [...new Set(near.map((other) => other.id))].filter((other) => other !== id)
  }
  const found = records.filter(({ id }) => partners(id).some((other) => truth.get(other) === truth.get(id)))
  expect(found.length / records.length).toBeGreaterThan(0.95)
  const compared = records.reduce((sum, { id }) => sum + partners(id).length, 0)
  expect(compared / records.length).toBeLessThan(records.length / 10)
})

test('[TR166] the domain of an address does not count, nor do fields with few different values', () => {
  const fields = {
    full_name: 'Ann Lee',
    email: 'annlee@example.com',
    status: 'active',
    notes: 'x'.repeat(500),
  }
  expect(blocksOf(fields)).toEqual(['ann annlee', 'ann lee', 'annlee lee'])
})

function textsOf(fields: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([key, [value = '']]) => [key, value]))
}
