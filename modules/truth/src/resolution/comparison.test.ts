import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnOf } from './column.ts'
import { compareValues, Level } from './compare-values.ts'
import { kindOf, type FieldKind } from './field-kind.ts'
import { Comparer, tableOf } from './table.ts'
import { editDistance, jaroWinkler, soundex } from './text-similarity.ts'

describe('fields', () => {
  const fields: [FieldKind, string, readonly string[]][] = [
    ['email', 'contact', ['ann@example.com', 'bo@example.org']],
    ['date', 'when', ['1990-02-03', '03/02/1990', '19900203', '1990-02-03T10:00:00Z']],
    ['phone', 'reach', ['+49 30 123456', '030/123 456', '(030) 123-4567']],
    ['phone', 'mobile_phone', ['030123456', '0301234567']],
    ['number', 'price', ['12', '13']],
    ['number', 'x', ['12.50', '1,234.56', '€ 9.99']],
    ['code', 'x', ['AB-123', '90210', 'SW1A 1AA']],
    ['text', 'x', ['how to find the same record twice in a list']],
    ['name', 'x', ['Ann Lee', 'Bo']],
    ['name', 'x', []],
  ]
  test.each(fields)('[TE1] values decide that a field is of kind %s', (kind, field, values) =>
    expect(kindOf(field, values)).toBe(kind),
  )

  test('[TE2] a column whose words another column repeats is not compared', () => {
    const fields = (given: string, family: string) => ({
      fields: { full_name: [`${given} ${family}`], given_name: [given], family_name: [family] },
    })
    const { columns } = tableOf([fields('Ann', 'Lee'), fields('Bo', 'Berg')])
    expect(columns.map(({ field }) => field)).toEqual(['full_name'])
    const twice = tableOf([{ fields: { a: ['Ann'], b: ['Ann'] } }])
    expect(twice.columns.map(({ field }) => field)).toEqual(['a'])
  })
})

describe('levels', () => {
  const pairs: [FieldKind, string, string, keyof typeof Level][] = [
    ['name', 'Müller', 'MULLER', 'exact'],
    ['name', 'de Groot', 'degroot', 'exact'],
    ['name', 'Jonathan', 'Jonahtan', 'close'],
    ['name', 'Jonathan', 'J', 'similar'],
    ['name', 'Stone', 'tnSeo', 'similar'],
    ['name', 'Jonathan', 'Ruby', 'different'],
    ['text', 'On the theory of record linkage', 'Record linkage: on the theory of', 'close'],
    ['text', 'On the theory of record linkage', 'A cook book for the summer', 'different'],
    ['date', '1990-02-03', '03.02.1990', 'exact'],
    ['date', '1990-02-03', '1990-03-02', 'close'],
    ['date', '1990-02-03', '1990-02-08', 'close'],
    ['date', '1990-02-03', '1961-11-27', 'different'],
    ['number', '1,234.50', '1234.5', 'exact'],
    ['number', '1234.50', '1235', 'close'],
    ['number', '10', '12', 'weak'],
    ['number', '10', '90', 'different'],
    ['code', 'AB-123', 'ab 123', 'exact'],
    ['code', '90210', '90120', 'close'],
    ['code', '90210', '1234', 'different'],
    ['phone', '+49 30 1234567', '030/1234567', 'close'],
    ['phone', '(030) 1234567', '030-123-45-67', 'exact'],
    ['phone', '030 1234567', '040 7654321', 'different'],
    ['email', 'Ann@Example.com', 'ann@example.com', 'exact'],
    ['email', 'ann.lee@example.com', 'ann.lee@exmaple.com', 'close'],
    ['email', 'ann@example.com', 'robert@other.org', 'different'],
  ]
  test.each(pairs)('[TE3] [TE131] [TE132] %s: %s and %s', (kind, a, b, level) => {
    const { values, valueOf } = columnOf('x', [[a], [b]], kind)
    const [x, y] = [values[valueOf[0]!]!, values[valueOf[1]!]!]
    expect(compareValues(kind, x, y)).toBe(Level[level])
    expect(compareValues(kind, y, x)).toBe(Level[level])
  })

  test('[TE133] lists agree as far as their best values do', () => {
    expect(levelsOf({ mails: ['a@x.org', 'ann@y.org'] }, { mails: ['ann@y.org', 'b@z.com'] })).toEqual([
      Level.exact,
    ])
  })

  test('[TE4] a missing value is neither agreement nor difference', () => {
    expect(levelsOf({ a: ['x'], b: ['Ann'] }, { b: ['Ann'] })).toEqual([Level.missing, Level.exact])
  })

  test('[TE901] two swapped names agree', () => {
    expect(
      levelsOf({ given: ['Henrike'], last: ['Castellan'] }, { given: ['Castellan'], last: ['Hendrike'] }),
    ).toEqual([Level.close, Level.close])
    expect(
      levelsOf({ given: ['Anna'], last: ['Castellan'] }, { given: ['Castellan'], last: ['Robert'] }),
    ).not.toContain(Level.close)
  })

  test('[TE900] similarities are symmetric and highest for equal texts', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })
    fc.assert(
      fc.property(
        word,
        word,
        fc.constantFrom<FieldKind>('name', 'text', 'code', 'email', 'phone'),
        (a, b, kind) => {
          expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9))
          expect(editDistance(a, b, 2)).toBe(Math.min(3, editDistance(a, b, 9)))
          expect(jaroWinkler(a, b)).toBeGreaterThanOrEqual(0)
          expect(jaroWinkler(a, b)).toBeLessThanOrEqual(1)
          const { values } = columnOf('x', [[a], [b]], kind)
          const [x, y] = [values[0], values.at(-1)]
          if (x === undefined || y === undefined) return
          expect(compareValues(kind, x, y)).toBe(compareValues(kind, y, x))
          expect(compareValues(kind, x, x)).toBe(Level.exact)
        },
      ),
    )
  })

  test.each([
    ['robert', 'r163'],
    ['rupert', 'r163'],
    ['ashcraft', 'a261'],
    ['tymczak', 't522'],
    ['lee', 'l000'],
    ['9', ''],
  ])('[TE5] %s sounds like %s', (word, code) => expect(soundex(word)).toBe(code))
})

function levelsOf(a: Record<string, string[]>, b: Record<string, string[]>): number[] {
  const table = tableOf([{ fields: a }, { fields: b }])
  const levels = new Uint8Array(table.columns.length)
  new Comparer(table).compare(0, 1, levels)
  return [...levels]
}
