import { describe, expect, test } from 'vitest'
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

describe('receipts', () => {
  test('[TR523] a German receipt: the total is what was paid in cash less the change, the company stands above the goods', async () => {
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
  test('[TR524] of two columns for one field the more exact one counts, and the other is kept under its heading', async () => {
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
