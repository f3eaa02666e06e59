import { expect, test } from 'vitest'
import { onEachEngine, type Ingested } from './open-truth.ts'

const file = (text: string, mime_type = 'text/plain') => ({
  file_content: Buffer.from(text).toString('base64'),
  mime_type,
})

onEachEngine((installation) => {
  test('[TE176] [TE911] the monthly invoices of one supplier are not suggested as duplicates', async () => {
    const ann = await installation().person()
    for (const [number, day, total] of [
      ['2026-0101', '2026-01-01', '318.92'],
      ['2026-0144', '2026-02-01', '318.92'],
      ['2026-0192', '2026-03-01', '95.80'],
    ]) {
      const { receipt } = await ann.call<Ingested>(
        'ingest',
        file(
          `Kiesel Print Ltd\nInvoice no: ${number}\nInvoice date: ${day}\nBill to: Harbour School Ltd\nTotal amount: EUR ${total}\nVAT no: DE136695976\nIBAN: DE02120300000000202051\n`,
        ),
      )
      expect(receipt.created).toHaveLength(1)
      expect(receipt).not.toHaveProperty('possible_duplicates')
    }
  })

  test('[TR638] two equal payments of one statement are not suggested as duplicates, but one in another file is', async () => {
    const ann = await installation().person()
    const head = 'Date,Description,Amount,Booking text,Mandate\n'
    const row = '2026-03-16,Harbour Coffee Roasters,-4.50,Card payment terminal seventeen,M-1\n'
    const first = await ann.call<Ingested>('ingest', file(`${head}${row}${row}`, 'text/csv'))
    expect(first.receipt.created).toHaveLength(2)
    expect(first.receipt).not.toHaveProperty('possible_duplicates')
    const second = await ann.call<Ingested>(
      'ingest',
      file(`${head}2026-03-16,Harbour Coffee Roasters Kiel,-4.50,Card,M-1\n`, 'text/csv'),
    )
    expect(second.receipt).toHaveProperty('possible_duplicates')
  })
})
