import { expect, test } from 'vitest'
import { sizeWords, sourceKind } from './source-kind.ts'
import { fieldWords } from './trace.ts'

test('[C484] kinds, sizes and fields are said in words', () => {
  expect(sourceKind('file', 'application/pdf')).toBe('PDF')
  expect(sourceKind('file', 'text/plain; charset=utf-8')).toBe('Text')
  expect(sourceKind('file', 'image/png')).toBe('Image (PNG)')
  expect(sourceKind('file', 'application/x-odd')).toBe('application/x-odd')
  expect(sourceKind('file', 'application/octet-stream')).toBe('Unknown format')
  expect(sourceKind('file', 'text/x-vcard')).toBe('Address book')
  expect(sourceKind('structured', 'application/json')).toBe('Stated facts')
  expect([0, 999, 1536, 154_526, 20_000_000, 2_147_483_648].map(sizeWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 KB',
    '155 KB',
    '20 MB',
    '2.1 GB',
  ])
  expect(['invoice_date', 'vat_id', 'iban', 'identifier'].map(fieldWords)).toEqual([
    'Invoice date',
    'VAT ID',
    'IBAN',
    'Identifier',
  ])
})
