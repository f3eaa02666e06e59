import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { possibleDuplicates } from './possible-duplicates.ts'

const ann = {
  full_name: 'Ann Lee',
  given_name: 'Ann',
  family_name: 'Lee',
  birthday: '1990-02-03',
  emails: ['ann@example.com', 'lee@example.org'],
  phones: ['+49 30 1234567'],
}

describe('possible duplicates of an entity', () => {
  test('[TE14] have a probability and the weight of each field in bits', () => {
    const [found] = duplicatesOf(ann, [{ ...ann, emails: ['lee@example.org'] }])
    expect(found).toMatchObject({ entity_id: 'c0', isSure: true })
    expect(found!.probability).toBeGreaterThan(0.999)
    expect(found!.why.map(({ field }) => field).toSorted()).toEqual([
      'birthday',
      'emails',
      'full_name',
      'phones',
    ])
    expect(found!.why.every(({ weight }) => weight > 0)).toBe(true)
  })

  test('[TE910] an equal name alone is not a duplicate, and neither is the entity itself', () => {
    expect(duplicatesOf({ full_name: 'Ann Lee' }, [{ full_name: 'Ann Lee' }])).toEqual([])
    const entity = { entity_id: 'e', fields: ann }
    expect(possibleDuplicates(entity, [entity])).toEqual([])
  })

  test('[TE910] a field with few different values has little weight', () => {
    const order = { status: 'open', currency: 'EUR', country: 'Germany', type: 'order', category: 'food' }
    expect(duplicatesOf(order, [order])).toEqual([])
  })

  test('[TE15] an entity that differs in one field is suggested, but not sure', () => {
    const payment = {
      seller_name: 'North Power Supply',
      seller_vat_id: 'DE123456789',
      iban: 'DE89370400440532013000',
      total_amount: 1_234.5,
      invoice_number: 'R-2026-0117',
      invoice_date: '2026-01-03',
    }
    const [next] = duplicatesOf(payment, [{ ...payment, invoice_date: '2026-07-28' }])
    expect(next).toMatchObject({ isSure: false })
    expect(next!.why.at(-1)).toMatchObject({ field: 'invoice_date' })
  })

  test('[TE175] the next number of a document speaks against it, and a misread one is still suggested', () => {
    const invoice = {
      invoice_number: '2026-17',
      seller_name: 'Acme GmbH',
      currency: 'EUR',
      invoice_date: '2026-11-03',
    }
    expect(
      duplicatesOf({ ...invoice, total_amount: 119.5 }, [
        { ...invoice, invoice_number: '2026-18', amount_due: 238 },
      ]),
    ).toEqual([])
    const amounts = { total_amount: 1_234.5, tax_amount: 197.11, buyer_name: 'Bergwerk Nord AG' }
    const [misread] = duplicatesOf({ ...invoice, ...amounts }, [
      { ...invoice, ...amounts, invoice_number: '2026-11' },
    ])
    expect(misread).toMatchObject({ isSure: false })
    expect(misread!.why.find(({ field }) => field === 'invoice_number')!.weight).toBeLessThan(0)
  })

  test('[TE176] [TE911] bills of one seller to one buyer are not the same, also if they recur with one amount', () => {
    const bill = {
      seller_name: 'Kiesel Druck GmbH',
      seller_vat_id: 'DE136695976',
      iban: 'DE02120300000000202051',
      buyer_name: 'Segelschule Ahoi GmbH',
      currency: 'EUR',
      net_amount: 268,
      tax_amount: 50.92,
      total_amount: 318.92,
      amount_due: 318.92,
    }
    const hints = {
      ofOthers: new Set(['seller_name', 'seller_vat_id', 'iban', 'buyer_name']),
      telling: new Set(['invoice_date', 'total_amount']),
    }
    const january = { ...bill, invoice_number: '2026-0101', invoice_date: '2026-01-01' }
    const february = { ...bill, invoice_number: '2026-0144', invoice_date: '2026-02-01' }
    const misread = { ...january, invoice_number: '2026-0107' }
    const found = possibleDuplicates(
      { entity_id: 'january', fields: january },
      [
        { entity_id: 'february', fields: february },
        { entity_id: 'other', fields: { ...february, total_amount: 95, amount_due: 95 } },
        { entity_id: 'misread', fields: misread },
      ],
      { hints },
    )

    expect(found.map(({ entity_id }) => entity_id)).toEqual(['misread'])
  })

  test('[TE15] an entity that equals two different ones is not a sure duplicate of either', () => {
    const both = duplicatesOf({ ...ann, emails: [], phones: ['+49 30 1234567', '+49 40 7654321'] }, [
      { ...ann, emails: [], phones: ['+49 30 1234567'] },
      { ...ann, emails: [], phones: ['+49 40 7654321'] },
    ])
    expect(both.map(({ isSure }) => isSure)).toEqual([false, false])
  })

  test('[TE16] scores are from 0 to 1, symmetric, and highest for a copy', () => {
    const value = fc.constantFrom(
      'Ann',
      'Anne',
      'Bo Berg',
      '1990-02-03',
      '1990-03-02',
      '12345',
      'ann@x.org',
      '\0',
      '',
    )
    const fields = fc.record(
      { a: value, b: value, c: value, d: fc.array(value, { maxLength: 3 }) },
      { requiredKeys: [] },
    )
    const options = { population: 2 }
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const probability = (x: typeof a, y: typeof a) =>
          possibleDuplicates({ entity_id: 'x', fields: x }, [{ entity_id: 'y', fields: y }], options)[0]
            ?.probability ?? 0
        const score = probability(a, b)
        expect(score).toBeLessThanOrEqual(1)
        expect(probability(b, a)).toBeCloseTo(score, 12)
        const found = possibleDuplicates(
          { entity_id: 'x', fields: a },
          [
            { entity_id: 'other', fields: b },
            { entity_id: 'copy', fields: a },
          ],
          options,
        )
        const copy = found.find(({ entity_id }) => entity_id === 'copy')
        for (const { probability: other } of found)
          expect(other).toBeLessThanOrEqual(copy!.probability + 1e-12)
      }),
    )
  })
})

function duplicatesOf(fields: Fields, candidates: readonly Fields[]) {
  return possibleDuplicates(
    { entity_id: 'e', fields },
    candidates.map((candidate, n) => ({ entity_id: `c${n}`, fields: candidate })),
  )
}

type Fields = Readonly<Record<string, string | number | string[]>>
