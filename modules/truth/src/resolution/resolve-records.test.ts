import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidatePairs } from './blocking.ts'
import { groupsOf } from './cluster.ts'
import { Level } from './compare-values.ts'
import { comparePairs, fitModel, samplePairs } from './fit-model.ts'
import { weightsOf } from './model.ts'
import { resolveRecords, type ListedRecord } from './resolve-records.ts'
import { Comparer, tableOf } from './table.ts'
import { pairwiseScore, peopleWithDuplicates } from './test-people.ts'

describe('candidates', () => {
  test('[TE5] [TE903] almost all duplicates share a key, and the pairs grow with the records', () => {
    const { records, truth } = peopleWithDuplicates(600)
    const { left, right } = candidatePairs(tableOf(records))
    const found = [...left].filter(
      (a, at) => truth.get(records[a]!.id) === truth.get(records[right[at]!]!.id),
    )
    expect(found.length).toBeGreaterThanOrEqual(595)
    expect(left.length).toBeLessThanOrEqual(30 * records.length)
    expect(left.every((a, at) => a < right[at]!)).toBe(true)
  })

  test('[TE902] [TE903] very common values do not make every pair a candidate', () => {
    const records = Array.from({ length: 3_000 }, (_, n) =>
      record(`${n}`, { town: 'Rome', street: 'Main', no: `${n}` }),
    )
    expect(candidatePairs(tableOf(records)).left.length).toBeLessThanOrEqual(30 * 3_000)
  })
})

describe('weights', () => {
  test('[TE6] a rare value weighs more than a common one', () => {
    const { records } = peopleWithDuplicates(300)
    const table = tableOf(records)
    const comparer = new Comparer(table)
    const compared = comparePairs(table, comparer, candidatePairs(table))
    const model = fitModel(table, compared, comparePairs(table, comparer, samplePairs(table, 20_000)))
    const at = table.columns.findIndex(({ field }) => field === 'last')
    const { counts } = table.columns[at]!
    const exact = weightsOf(model).exact[at]!
    const common = counts.indexOf(Math.max(...counts))
    const rare = counts.findIndex((count) => count === 2)
    expect(exact[rare]).toBeGreaterThan(exact[common]!)
  })

  test('[TE905] of the levels below exact a lower one never has more weight, and weak agreement is no evidence', () => {
    const share = fc.double({ min: 1e-6, max: 1, noNaN: true })
    const shares = fc.array(share, { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(shares, shares, (matches, others) => {
        const fields = [{ matches, others, accidents: new Float64Array() }]
        const weights = weightsOf({ prior: 0.1, fields }).levels[0]!
        const below = [Level.close, Level.similar, Level.weak, Level.different].map(
          (level) => weights[level]!,
        )
        expect(below.toSorted((a, b) => b - a)).toEqual(below)
        expect(weights[Level.weak]).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('one list', () => {
  test('[TE7] [TE906] finds misspelt duplicates without labels, and automatic merges are right', () => {
    const { records, truth } = peopleWithDuplicates(400)
    const all = pairwiseScore(resolveRecords(records), truth)
    expect(all.precision).toBeGreaterThanOrEqual(0.98)
    expect(all.recall).toBeGreaterThanOrEqual(0.98)
    const sure = pairwiseScore(resolveRecords(records, { sureOnly: true }), truth)
    expect(sure.precision).toBeGreaterThanOrEqual(0.99)
    expect(sure.recall).toBeGreaterThanOrEqual(0.5)
  })

  test('[TE19] similar but different people stay apart in a list without duplicates', () => {
    const { records, truth } = peopleWithDuplicates(400)
    const persons = new Set<number>()
    const once = records.filter(({ id }) => persons.size < persons.add(truth.get(id)!).size)
    expect(once).toHaveLength(400)
    expect(resolveRecords(once)).toHaveLength(400)
    expect(resolveRecords(once.slice(0, 8))).toHaveLength(8)
  })

  test('[TE8] neither the order of records nor that of fields matters', () => {
    const { records } = peopleWithDuplicates(40)
    const expected = resolveRecords(records)
    fc.assert(
      fc.property(fc.shuffledSubarray([...records], { minLength: records.length }), (shuffled) => {
        const turned = shuffled.map(({ id, fields }) => ({
          id,
          fields: Object.fromEntries(Object.entries(fields).toReversed()),
        }))
        expect(resolveRecords(turned)).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  })

  test('[TE9] every record is in one cluster, whose probability is from 0 to 1', () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'Ann', 'Anne', '1990-01-01', '1990-10-01', 'a@b.c', '\0', '12'),
      fc.string(),
    )
    const rows = fc.array(fc.record({ a: cell, b: cell, __proto__: cell }, { noNullPrototype: true }), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(rows, fc.boolean(), (list, sureOnly) => {
        const records = list.map((fields, n) => record(`${n}`, fields))
        const clusters = resolveRecords(records, { sureOnly })
        expect(clusters.flatMap(({ ids }) => ids).toSorted()).toEqual(records.map(({ id }) => id).toSorted())
        for (const { probability } of clusters) {
          expect(probability).toBeGreaterThanOrEqual(0)
          expect(probability).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('[TE908] a group has at most 200 records', () => {
    const others = Int32Array.from({ length: 300 }, (_, at) => at + 1)
    const pairs = { left: new Int32Array(300), right: others }
    const groups = groupsOf(301, pairs, new Float64Array(300).fill(0.99), 0.5, () => 3)
    expect(groups.map(({ members }) => members.length)).toEqual([200])
  })

  test('[TE10] a chain of similar pairs does not become one group', () => {
    const pairs = { left: Int32Array.of(0, 1, 2), right: Int32Array.of(1, 2, 3) }
    const chain = groupsOf(4, pairs, Float64Array.of(0.99, 0.9, 0.99), 0.5, (a, b) => (b - a === 1 ? 3 : -8))
    expect(chain.map(({ members }) => members)).toEqual([
      [0, 1],
      [2, 3],
    ])
    const whole = groupsOf(4, pairs, Float64Array.of(0.99, 0.9, 0.99), 0.5, () => 3)
    expect(whole).toEqual([{ members: [0, 1, 2, 3], probability: 0.9 }])
  })

  test('[TE11] 100,000 equal rows are one cluster, and rows with too little information are not', () => {
    const full = { name: 'Ann Lee', born: '1990-01-01', email: 'ann@example.com' }
    const rows = Array.from({ length: 100_000 }, (_, n) => record(`${n}`, full))
    expect(resolveRecords(rows).map(({ ids }) => ids.length)).toEqual([100_000])
    const empty = Array.from({ length: 50 }, (_, n) => record(`${n}`, { name: '' }))
    expect(resolveRecords(empty)).toHaveLength(50)
  })

  test('[TE909] no record and one record are resolved', () => {
    expect(resolveRecords([])).toEqual([])
    expect(resolveRecords([record('a', { name: 'Ann' })])).toEqual([{ ids: ['a'], probability: 1 }])
  })

  test('[TE12] people of one household are not merged automatically', () => {
    const { records } = peopleWithDuplicates(200)
    const home = { last: 'Quillfeather', town: 'Northport', street: '17 Yewtree road' }
    const siblings = [
      record('x1', { ...home, first: 'Edna', born: '1981-03-09' }),
      record('x2', { ...home, first: 'Hugo', born: '1985-11-22' }),
    ]
    const clusters = resolveRecords([...records, ...siblings], { sureOnly: true })
    expect(clusters.filter(({ ids }) => ids.includes('x1') || ids.includes('x2'))).toHaveLength(2)
  })
})

describe('two lists', () => {
  test('[TE13] are linked one to one, and never within a list', () => {
    const { records, truth } = peopleWithDuplicates(300)
    const seen = new Set<number>()
    const listed = records.map((one) => {
      const person = truth.get(one.id)!
      const source = seen.has(person) ? 'B' : 'A'
      seen.add(person)
      return { ...one, source }
    })
    const sourceOf = new Map(listed.map(({ id, source }) => [id, source]))
    const clusters = resolveRecords(listed)
    for (const { ids } of clusters)
      expect(['A', 'B', 'A B']).toContain(
        ids
          .map((id) => sourceOf.get(id) ?? '')
          .toSorted()
          .join(' '),
      )
    expect(pairwiseScore(clusters, truth).recall).toBeGreaterThanOrEqual(0.98)
    expect(pairwiseScore(clusters, truth).precision).toBeGreaterThanOrEqual(0.98)
  })
})

function record(id: string, fields: Readonly<Record<string, string>>): ListedRecord {
  return { id, fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, [value]])) }
}
