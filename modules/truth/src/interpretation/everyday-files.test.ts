import { describe, expect, test } from 'vitest'
import { interpret } from './interpret.ts'
import { fieldsWithoutProof, read } from './test-reading.ts'

async function statementsIn(...lines: readonly string[]) {
  const found = await read(lines.join('\n'))
  expect(fieldsWithoutProof(found)).toEqual([])
  expect(found.notes).toEqual([])
  return found.statements
}

async function fieldsIn(...lines: readonly string[]) {
  const [statement] = await statementsIn(...lines)
  return { entityType: statement?.entityType, ...statement?.fields }
}

describe('invoices', () => {
  test('[TR520] the name of a buyer stands below a salutation', async () => {
    const found = await fieldsIn(
      'Tischlerei Moosbacher · Sägeweg 3 · 87435 Kempten',
      'Frau',
      'Lieselotte Ankermann',
      'Birkenallee 21',
      '88161 Lindenberg',
      'Rechnungs-Nr.: R-2026-0317',
      'Rechnungsdatum: 06. November 2026',
      'Rechnungsbetrag    120,00 €',
      'Zahlbar bis 20.11.2026',
    )

    expect(found).toMatchObject({
      seller_name: 'Tischlerei Moosbacher',
      buyer_name: 'Lieselotte Ankermann',
      invoice_date: '2026-11-06',
    })
  })

  test('[TR521] a value with a label of its own beside an address is not the name of a party', async () => {
    const found = await fieldsIn(
      'Pemberton Rope Works Ltd',
      'Invoice # PRW-20931',
      ' Bill To',
      '                                              Issued: Nov 3, 2026',
      ' Solent Sailing Club',
      '                                         Payment due: Dec 3, 2026',
      'Total due                                               £1,310.40',
    )

    expect(found).toMatchObject({ buyer_name: 'Solent Sailing Club', due_date: '2026-12-03' })
  })

  test('[TR522] an IBAN may go on in the next line', async () => {
    const found = await fieldsIn(
      'Pemberton Rope Works Ltd',
      'Invoice # PRW-20931 of 2026-11-03',
      'Total due    £1,310.40',
      'Pay to account 55779911, IBAN GB29 NWBK 6016',
      '1331 9268 19',
    )

    expect(found).toMatchObject({ iban: 'GB29NWBK60161331926819' })
  })
})

describe('dates of invoices', () => {
  test('[TR633] [TR943] the day of a delivery is not the date of the invoice, and the day of a discount not its due date', async () => {
    const found = await fieldsIn(
      'Möwe Büro AG · Kai 9 · 22113 Hamburg',
      'Segelschule Ahoi',
      'Kai 10',
      '20099 Hamburg',
      '                                        Hamburg, 12.01.2026',
      'Rechnung',
      'Rechnungsnummer: 8812-26   Kundennummer: 20931   Lieferdatum: 09.01.2026',
      'Gesamtbetrag   119,00 €',
      'Zahlbar in 30 Tagen netto, bei Zahlung bis zum 22.01.2026 gewähren wir 2 % Skonto.',
    )

    expect(found).toMatchObject({ invoice_number: '8812-26', invoice_date: '2026-01-12' })
    expect(found).not.toHaveProperty('due_date')
  })

  test('[TR943] of two days of payment the one without a discount is the due date', async () => {
    const found = await fieldsIn(
      'Möwe Büro AG',
      'Rechnung Nr. 8812 vom 12.01.2026',
      'Gesamtbetrag   119,00 €',
      'Zahlbar bis 22.01.2026 mit 2 % Skonto, bis zum 11.02.2026 ohne Abzug.',
    )

    expect(found).toMatchObject({ due_date: '2026-02-11' })
  })

  test('[TR634] the label Due may stand alone in its column', async () => {
    const found = await fieldsIn(
      'Pemberton Rope Works Ltd',
      'Invoice #       PRW-20931',
      'Issue date      3 Nov 2026',
      'Due             3 Dec 2026',
      'Total due       £1,310.40',
    )

    expect(found).toMatchObject({ invoice_date: '2026-11-03', due_date: '2026-12-03' })
  })
})

describe('invoices of everyday life', () => {
  test('[TR639] the account from which the money is collected is not the one to pay to', async () => {
    const found = await fieldsIn(
      'NordFon GmbH',
      'Rechnungsnummer 991   Datum 11.03.2026',
      'Rechnungsbetrag   44,99 EUR',
      'Der Betrag wird am 25.03.2026 von Ihrem Konto DE02 1203 0000 0000 2020 51 abgebucht.',
      'NordFon GmbH, IBAN DE89 3704 0044 0532 0130 00',
    )

    expect(found).toMatchObject({ iban: 'DE89370400440532013000', invoice_date: '2026-03-11' })
  })

  test('[TR640] the sum may be named only in the request to pay it', async () => {
    const found = await fieldsIn(
      'Jonas Petersen - Grafik',
      'An',
      'Segelschule Ahoi GmbH',
      'Rechnung 2026/03',
      'Kiel, den 3. März 2026',
      'Logo, 8 Stunden à 75 €      600,00 €',
      'Bitte überweisen Sie 600,00 € bis zum 17. März 2026 auf DE02 1203 0000 0000 2020 51.',
    )

    expect(found).toMatchObject({
      invoice_number: '2026/03',
      invoice_date: '2026-03-03',
      due_date: '2026-03-17',
      total_amount: 600,
      buyer_name: 'Segelschule Ahoi GmbH',
    })
  })
})

describe('papers with sums that are no bills', () => {
  test.each([
    ['Quotation Q-778', 'Date: 1 March 2026', 'Oak table   850.00', 'Total   GBP 850.00', 'Thank you'],
    ['Angebot Nr. 12', 'Datum: 01.03.2026', 'Tisch   850,00', 'Summe EUR   850,00', 'Vielen Dank', 'Kasse'],
    ['Mahnung', 'Rechnung Nr. 2026-8 vom 02.03.2026', 'Gebühr 5,00', 'Zu zahlen bis 10.04.2026: 323,92 EUR'],
  ])('[TR635] a paper headed %s is a note', async (...lines) => {
    const found = await read(['Hartley & Sons Ltd', ...lines].join('\n'), 'text/plain', 'paper.txt')

    expect(found.statements).toMatchObject([{ entityType: 'note', fields: { title: 'paper.txt' } }])
  })

  test('[TR635] an invoice may name the delivery note and the order before its own title', async () => {
    const found = await fieldsIn(
      'Möwe Büro AG',
      'Lieferschein Nr. L-88',
      'Rechnung Nr. 8812 vom 12.01.2026',
      'Gesamtbetrag   119,00 €',
      'Zahlbar bis 22.01.2026',
    )

    expect(found).toMatchObject({ entityType: 'invoice', invoice_number: '8812' })
  })
})

describe('contracts', () => {
  test('[TR636] the parties stand in lines of their own, with their addresses', async () => {
    expect(
      await fieldsIn(
        'Lease Agreement',
        'This Lease is made on 15 January 2026',
        'BETWEEN',
        '(1) Harbour Estates Ltd of 1 Quay Road, Leeds (the "Landlord"); and',
        '(2) Salt and Pepper GmbH of Lange Reihe 10, Hamburg (the "Tenant").',
        '1. Term: from 1 April 2026 to 31 March 2029.',
        "2. The Tenant may end this lease by six months' written notice.",
      ),
    ).toEqual({
      entityType: 'contract',
      title: 'Lease Agreement',
      parties: ['Harbour Estates Ltd', 'Salt and Pepper GmbH'],
      start_date: '2026-04-01',
      end_date: '2029-03-31',
      signed_date: '2026-01-15',
      notice_period: 'six months',
    })
  })

  test('[TR636] what follows the name of a party is no part of it, but its legal form is', async () => {
    const found = await fieldsIn(
      'Non-disclosure agreement',
      'Entered into as of March 5, 2026 by and between Ahoi GmbH, a German company, and Cloudly, Inc., a Delaware corporation.',
    )

    expect(found).toMatchObject({ parties: ['Ahoi GmbH', 'Cloudly, Inc'] })
  })

  test('[TR636] [TR944] a German lease gives its parties, term and notice', async () => {
    expect(
      await fieldsIn(
        'Mietvertrag über Gewerberäume',
        'zwischen Hafen Immobilien AG, Kaistr. 1, 20457 Hamburg (Vermieter)',
        'und Segelschule Ahoi GmbH, Kai 10, 20099 Hamburg (Mieter)',
        '§ 2 Mietbeginn ist der 01.04.2026. Das Mietverhältnis läuft bis zum 31.03.2031.',
        '§ 4 Die Kündigungsfrist beträgt 6 Monate zum Quartalsende.',
        'Hamburg, den 15.02.2026',
      ),
    ).toMatchObject({
      parties: ['Hafen Immobilien AG', 'Segelschule Ahoi GmbH'],
      start_date: '2026-04-01',
      end_date: '2031-03-31',
      signed_date: '2026-02-15',
      notice_period: '6 Monate',
    })
  })
})

describe('receipts', () => {
  test('[TR637] a photo of which nothing is known by its columns is read again line by line', async () => {
    const head = 'BISTRO AM HAFEN\nHafenstr. 12, 24103 Kiel\n18.03.2026 12:44 Tisch 7\n'
    const texts = {
      page: `${head}2 Suppe\nSumme EUR\nEC-Karte\n\nVielen Dank`,
      lines: `${head}2 Suppe 23,30\nSumme EUR 23,30\nEC-Karte 23,30\nVielen Dank`,
    }
    const bytes = Buffer.from('89504e470d0a1a0a0000', 'hex')
    const { statements, pages } = await interpret({ bytes, mimeType: 'image/png' }, async (_, __, layout) => {
      return { text: texts[layout], placed: [] }
    })

    expect(statements).toMatchObject([
      { entityType: 'receipt', fields: { company: 'BISTRO AM HAFEN', total: 23.3 } },
    ])
    expect(pages).toEqual([texts.lines])
  })

  test('[TR523] [TR945] a German receipt: the total is what was paid in cash less the change, the company stands above the goods', async () => {
    const found = await fieldsIn(
      '        BIO-MARKT AM TOR',
      '     Inh. Petra Vogelsang e.K.',
      '   Torstrasse 14, 88131 Lindau',
      '        Tel. 08382 / 555 10',
      'Apfel Elstar   1,245 kg    3,72 B',
      'Roggenbrot                 4,20 B',
      'SUMME EUR                  7,92',
      'Bar EUR                   20,00',
      'Rueckgeld EUR             12,08',
      '07.11.2026  17:42  Kasse 2',
    )

    expect(found).toMatchObject({
      entityType: 'receipt',
      company: 'BIO-MARKT AM TOR',
      address: 'Torstrasse 14, 88131 Lindau',
      date: '2026-11-07',
      total: 7.92,
    })
  })

  test('[TR523] a French receipt is a receipt too, with its number, its tax and the city of the address', async () => {
    const found = await fieldsIn(
      'BOULANGERIE AUX TROIS ÉPIS',
      'SARL au capital de 8000 EUR',
      '23 avenue Jean Jaurès',
      '69007 LYON',
      'TVA FR12812345678',
      'Ticket n° 000318     le 09/11/2026 à 08:12',
      '2 x Croissant        1,30      2,60 €',
      'Total TTC                      2,60 €',
      'dont TVA 5,5 %                 0,14 €',
      'CB                             2,60 €',
      'Merci de votre visite',
    )

    expect(found).toMatchObject({
      entityType: 'receipt',
      company: 'BOULANGERIE AUX TROIS ÉPIS',
      address: '23 avenue Jean Jaurès 69007 LYON',
      date: '2026-11-09',
      total: 2.6,
      tax_amount: 0.14,
      receipt_number: '000318',
    })
  })
})

describe('accounts', () => {
  test('[TR524] [TR939] of two columns for one field the more exact one counts, and the other is kept under its heading', async () => {
    const found = await fieldsIn(
      '"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Betrag";"Waehrung"',
      '"03.11.26";"04.11.26";"FOLGELASTSCHRIFT";"Abschlag Strom";"-84,50";"EUR"',
    )

    expect(found).toEqual({
      entityType: 'transaction',
      date: '2026-11-04',
      buchungstag: '03.11.26',
      description: 'Abschlag Strom',
      buchungstext: 'FOLGELASTSCHRIFT',
      amount: -84.5,
      currency: 'EUR',
    })
  })

  test('[TR525] MT940 gives the kind of the payment, the bank of the other side and the reference of the payer', async () => {
    const found = await fieldsIn(
      '{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:',
      ':20:STARTUMS',
      ':25:50010517/0648489890',
      ':28C:00012/001',
      ':60F:C261103EUR1000,00',
      ':61:2611051105D84,50NDDTNONREF',
      ':86:105?00FOLGELASTSCHRIFT?20EREF+88-1234?21SVWZ+Abschlag Strom?30COBADEFFXXX',
      '?31DE89370400440532013000?32Stadtwerke Lindau GmbH',
      ':62F:C261105EUR915,50',
      '-}',
    )

    expect(found).toMatchObject({
      reference: '88-1234',
      booking_text: 'FOLGELASTSCHRIFT',
      counterparty_bic: 'COBADEFFXXX',
      description: 'Abschlag Strom',
    })
  })

  test('[TR526] CAMT.053 gives the day of booking, the bank of the other side and the reference of the creditor', async () => {
    const found = await fieldsIn(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
      '<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>',
      '<Ntry><Amt Ccy="CHF">180.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
      '<BookgDt><Dt>2026-11-04</Dt></BookgDt><ValDt><Dt>2026-11-05</Dt></ValDt>',
      '<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Gartenbau Frei</Nm></Cdtr></RltdPties>',
      '<RltdAgts><CdtrAgt><FinInstnId><BICFI>KBSGCH22XXX</BICFI></FinInstnId></CdtrAgt></RltdAgts>',
      '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>',
      '</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>',
    )

    expect(found).toMatchObject({
      date: '2026-11-05',
      booking_date: '2026-11-04',
      counterparty_bic: 'KBSGCH22XXX',
      creditor_reference: 'RF18539007547034',
    })
  })
})

test('[TR527] an event keeps its duration, and a card the department', async () => {
  const [event] = await statementsIn(
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:ev1@x\r\nDTSTART;TZID=Europe/Paris:20261203T093000\r',
    'DURATION:PT1H30M\r\nSUMMARY:Réunion\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  )
  const [card] = await statementsIn(
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Aiko Tanaka\r\nORG:Kranich Labor;Optik\r\nEND:VCARD\r\n',
  )

  expect(event?.fields).toMatchObject({ start: '2026-12-03T09:30:00', duration: 'PT1H30M' })
  expect(card?.fields).toMatchObject({ organization: 'Kranich Labor', department: 'Optik' })
})
