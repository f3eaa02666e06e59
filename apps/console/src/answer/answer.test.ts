import { expect, test } from 'vitest'
import { cellText, isNumeric, numbersOf } from './cells.ts'
import { csvOf, tabbedOf } from './csv.ts'
import { fileName } from './save-file.ts'
import { unescaped } from './unescaped.ts'
import { withoutRestatement } from './without-restatement.ts'

const columns = [
  { name: 'city', label: 'City', type: 'text' },
  { name: 'sales', label: 'Sales, net', type: 'number' },
]

test('[C301] a table is saved as CSV, and no cell of it is taken for a formula', () => {
  const rows = [
    ['Ica "south"', 1234.5],
    ['=1+1', -3],
    [null, null],
  ]
  expect(csvOf(columns, rows)).toBe('City,"Sales, net"\r\n"Ica ""south""",1234.5\r\n\'=1+1,-3\r\n,\r\n')
  expect(tabbedOf(columns, [['a\tb', 1]])).toBe('City\tSales, net\na b\t1')
})

test('[C301] a number is grouped by thousands, but not a year or an id', () => {
  expect(cellText(1234567.891, columns[1]!)).toMatch(/^1.234.567.89$/)
  expect(cellText(1200, columns[1]!, numbersOf([1200, 3.5, null]))).toMatch(/^1.200.00$/)
  expect(cellText(1200, columns[1]!, numbersOf([1200, 3]))).toMatch(/^1.200$/)
  expect(cellText(2026, { name: 'year', label: 'Year', type: 'number' })).toBe('2026')
  const named = (period: 'year' | 'quarter' | 'month' | 'day') =>
    cellText('2026-07-01', { name: 'p', label: 'Time', type: 'date', period })
  expect((['year', 'quarter', 'month', 'day'] as const).map(named)).toEqual([
    '2026',
    'Q3 2026',
    '2026-07',
    '2026-07-01',
  ])
  expect([cellText(null, columns[0]!), cellText(true, columns[0]!)]).toEqual(['–', 'yes'])
})

test('[C526] years and ids are aligned like names, amounts to the right', () => {
  const numbers = ['order_id', 'id', 'year', 'sales', 'paid'].map((name) => ({
    name,
    label: name,
    type: 'number',
  }))
  expect(numbers.filter(isNumeric).map(({ name }) => name)).toEqual(['sales', 'paid'])
})

test('[C627] [C810] the number of an invoice is not grouped, and a saved sum has no stray digits', () => {
  const invoice = { name: 'Invoice', label: 'Invoice', type: 'number' }
  expect([cellText(1006, invoice), cellText(1006, { ...invoice, isName: true })]).toEqual(['1,006', '1006'])
  expect(isNumeric({ ...invoice, isName: true })).toBe(false)
  const named = (name: string) => cellText(1006, { ...invoice, name })
  expect(['invoice_no', 'Beleg-Nr', 'room_number', 'number_of_rooms', 'total_number'].map(named)).toEqual([
    '1006',
    '1006',
    '1006',
    '1,006',
    '1,006',
  ])
  expect(csvOf([invoice], [[65049.88999999999], [10836.990000000002], [123456789012345]])).toBe(
    'Invoice\r\n65049.89\r\n10836.99\r\n123456789012345\r\n',
  )
})

test('[C634] a name in the text of an answer is shown as it is in the data', () => {
  expect(unescaped(String.raw`Müller &amp; Söhne \| a\_b &lt;x&gt; https\://shop.example \#1`)).toBe(
    'Müller & Söhne | a_b <x> https://shop.example #1',
  )
  expect(unescaped('&amp;lt;')).toBe('&lt;')
})

test('[C301] a file is named after the answer, whatever is in its title', () => {
  expect(fileName('Sales by "city" / <b>', 'csv')).toBe('Sales-by-city-b.csv')
  expect(fileName('///', 'svg')).toBe('answer.svg')
})

test('[CO32] an assumption does not repeat how the question was read', () => {
  const says = 'Read as: number of sales. It goes through shops, which the question does not name.'
  const shown = 'It goes through shops, which the question does not name.'
  expect(withoutRestatement(says, 'number of sales')).toBe(shown)
  expect(withoutRestatement(says, 'number of shops')).toBe(says)
  expect(withoutRestatement(says, undefined)).toBe(says)
})
