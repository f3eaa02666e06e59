import { describe, expect, test } from 'vitest'
import { fieldsWithoutProof, read } from './test-reading.ts'

async function invoiceIn(...lines: readonly string[]) {
  const found = await read(lines.join('\n'))
  expect(fieldsWithoutProof(found)).toEqual([])
  expect(found.statements[0]?.entityType).toBe('invoice')
  return found.statements[0]!.fields
}

describe('invoices as plain text, in the habits of several countries', () => {
  test.for([
    {
      language: 'Spanish',
      lines: [
        'Hierros Lucena S.L.',
        'Calle Nueva 3, 14900 Lucena',
        'NIF: B14567890',
        'N.º de factura: 2026/0045',
        'Fecha factura: 17/02/2026',
        'Vencimiento: 19/03/2026',
        'Número de pedido: P-7781',
        'Facturar a:',
        'Bodegas Arroyo S.A.',
        'Base imponible     1.200,00 €',
        'Cuota IVA 21 %     252,00 €',
        'TOTAL A PAGAR      1.452,00 €',
      ],
      expected: {
        invoice_number: '2026/0045',
        invoice_date: '2026-02-17',
        due_date: '2026-03-19',
        order_reference: 'P-7781',
        seller_vat_id: 'B14567890',
        seller_name: 'Hierros Lucena S.L.',
        buyer_name: 'Bodegas Arroyo S.A.',
        net_amount: 1200,
        tax_amount: 252,
        total_amount: 1452,
      },
    },
    {
      language: 'Italian',
      lines: [
        'Fornitore: Vetreria Sala S.r.l.',
        'P. IVA 02345678901',
        'Fattura n. 118/A',
        'Data documento: 21/05/2026',
        'Da pagare entro 30/06/2026',
        'Destinatario: Comune di Valdoro',
        'Totale imponibile    500,00 EUR',
        'Imposta 22%          110,00 EUR',
        'Totale documento     610,00 EUR',
      ],
      expected: {
        invoice_number: '118/A',
        invoice_date: '2026-05-21',
        due_date: '2026-06-30',
        seller_name: 'Vetreria Sala S.r.l.',
        seller_vat_id: '02345678901',
        buyer_name: 'Comune di Valdoro',
        net_amount: 500,
        tax_amount: 110,
        total_amount: 610,
      },
    },
    {
      language: 'Dutch',
      lines: [
        'Leverancier: Kade Houtbouw B.V.',
        'Factuur nr 20260017',
        'Factuurdatum 14-01-2026',
        'Te betalen vóór 13-02-2026',
        'Uw bestelnummer: 55120',
        'Aan:',
        'Stichting Molenzicht',
        'Subtotaal          800,00',
        'Btw hoog 21%       168,00',
        'Totaalbedrag   EUR 968,00',
      ],
      expected: {
        invoice_number: '20260017',
        due_date: '2026-02-13',
        order_reference: '55120',
        buyer_name: 'Stichting Molenzicht',
        net_amount: 800,
        tax_amount: 168,
        total_amount: 968,
      },
    },
    {
      language: 'German',
      lines: [
        'Rechnungssteller: Dachbau Petersen',
        'Schlussrechnung Bau (877) Nr. SR-310 vom 18.05.2026',
        'Leistungserbringer siehe oben, USt.-Id.-Nr.: DE0968765432',
        'Rechnungsempfänger:',
        'Herr Ole Brandt',
        'Gesamtbetrag der Zuschläge        0,00',
        'Rechnungssumme ohne USt.        400,00',
        'Steuerbetrag                     76,00',
        'Bruttosumme                     476,00 EUR',
      ],
      expected: {
        invoice_number: 'SR-310',
        invoice_date: '2026-05-18',
        seller_vat_id: 'DE0968765432',
        buyer_name: 'Herr Ole Brandt',
        net_amount: 400,
        tax_amount: 76,
        total_amount: 476,
      },
    },
  ])('[TR500] an invoice in $language gives its header fields', async ({ lines, expected }) => {
    expect(await invoiceIn(...lines)).toMatchObject(expected)
  })

  test('[TR501] net, tax and total are read below their headings if they add up', async () => {
    const lines = (total: string) => [
      'FACTURE N° : F-880',
      'Date : 28/02/2026',
      'TVA : FR40303265045',
      '        TOTAL HT     TOTAL TVA     TOTAL TTC',
      'Pas d’escompte.',
      `          50,00          5,00         ${total}`,
      'Acompte :                             15,00',
      'NET A PAYER                           40,00 EUR',
    ]
    expect(await invoiceIn(...lines('55,00'))).toMatchObject({
      net_amount: 50,
      tax_amount: 5,
      total_amount: 55,
      amount_due: 40,
    })
    expect(await invoiceIn(...lines('58,00'))).not.toHaveProperty('net_amount')
  })

  test('[TR502] a space separates thousands if the document writes no points for it', async () => {
    const lines = (net: string) => [
      'Facture n° 77-B',
      'Date de facturation : 15/10/2026',
      'Échéance : 30/10/2026',
      `Total HT       ${net} €`,
      'TVA 20 %         400,00 €',
      'Total TTC      2 400,00 €',
    ]
    expect(await invoiceIn(...lines('2 000,00'))).toMatchObject({
      net_amount: 2000,
      tax_amount: 400,
      total_amount: 2400,
    })
    expect(await invoiceIn(...lines('2.000,00'))).not.toMatchObject({ total_amount: 2400 })
  })

  test('[TR503] behind its label a VAT id needs neither country nor usual length', async () => {
    const lines = (label: string) => [
      'Rechnungsnummer: 900-1',
      'Rechnungsdatum: 30.01.2026',
      `${label}: 123456789012`,
      'Gesamtbetrag 10,00 EUR',
    ]
    expect(await invoiceIn(...lines('USt-IdNr.'))).toMatchObject({ seller_vat_id: '123456789012' })
    expect(await invoiceIn(...lines('Telefon'))).not.toHaveProperty('seller_vat_id')
  })

  test('[TR504] an IBAN must have a right checksum of its own; that of the account number inside it is not checked', async () => {
    const lines = (iban: string) => [
      'Invoice number: 31-7',
      'Invoice date: 2026-03-30',
      `IBAN ${iban}`,
      'Total 10.00 EUR',
    ]
    expect(await invoiceIn(...lines('ES86 2048 1327 2458 4374 3862'))).toMatchObject({
      iban: 'ES8620481327245843743862',
    })
    expect(await invoiceIn(...lines('ES87 2048 1327 2458 4374 3862'))).not.toHaveProperty('iban')
  })

  test('[TR505] the sums of a credit note may be negative', async () => {
    const fields = await invoiceIn(
      'Rechnungskorrektur Nr. RK-12 vom 16.09.2026',
      'USt-IdNr.: DE811907980',
      'Nettobetrag      -50,00',
      'MwSt. 19 %        -9,50',
      'Gesamtbetrag     -59,50 EUR',
    )
    expect(fields).toMatchObject({
      invoice_number: 'RK-12',
      net_amount: -50,
      tax_amount: -9.5,
      total_amount: -59.5,
    })
  })

  test('[TR506] a label is recognised if its file has gaps inside words', async () => {
    const fields = await invoiceIn(
      'Rechnung Nr. 4811 vom 20.03.2026',
      'USt-IdNr.: DE811907980',
      'Rechnungssumme ohne USt.   300,00',
      'Steuerbetrag                57,00',
      'Br uttosumme               357,00 EUR',
    )
    expect(fields).toMatchObject({ net_amount: 300, tax_amount: 57, total_amount: 357 })
  })

  test('[TR619] "Due:" alone labels the day until which an invoice is to be paid', async () => {
    const lines = [
      'Invoice no. 2026-1187',
      'Date: 26 September 2026',
      'Due: 26 October 2026',
      'Total EUR 192.60',
    ]
    expect(await invoiceIn('Lakeside Bakery GmbH', ...lines)).toMatchObject({ due_date: '2026-10-26' })
  })
})
