import { deflateSync } from 'node:zlib'

/** Samples of each format, written for these tests. */
export const ciiXml = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:a" xmlns:ram="urn:b" xmlns:udt="urn:c">
<rsm:ExchangedDocument><ram:ID>F-77</ram:ID><ram:TypeCode>380</ram:TypeCode>
<ram:IssueDateTime><udt:DateTimeString format="102">20260203</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>Nordlicht &amp; Söhne GmbH</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">12/34</ram:ID></ram:SpecifiedTaxRegistration><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE811907980</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Quartz AG</ram:Name></ram:BuyerTradeParty>
<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-9</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20260305</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="CHF">18.00</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount>
<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>119.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

export const ublXml = `<Invoice xmlns="urn:x" xmlns:cbc="urn:y" xmlns:cac="urn:z"><cbc:ID>U-5</cbc:ID><cbc:IssueDate>2026-04-01</cbc:IssueDate>
<cbc:DueDate>2026-04-30</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>SE556677889901</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>Fjäll AB</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Dalkund</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">25.00</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="SEK">100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="SEK">125.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="SEK">125.00</cbc:PayableAmount></cac:LegalMonetaryTotal></Invoice>`

export const camtXml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-05-06</Dt></ValDt><AcctSvcrRef>B-1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Cdtr><Nm>Wasserwerk</Nm></Cdtr><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>Abschlag Mai</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`

export const calendarText = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:ev-1@example.org',
  'SUMMARY:Planning\\, part',
  '  two',
  'DTSTART;TZID=Europe/Berlin:20260301T090000',
  'DTEND;TZID=Europe/Berlin:20260301T100000',
  'ORGANIZER;CN="Ann, Boss":mailto:ann@example.org',
  'ATTENDEE:mailto:bo@example.org',
  'ATTENDEE:mailto:cy@example.org',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'BEGIN:VALARM',
  'SUMMARY:not this',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:ev-2@example.org',
  'DTSTART:20261399',
  'SUMMARY:Broken day',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

export const cardText = `BEGIN:VCARD
VERSION:3.0
N:Berg;Ida;;Dr.;
FN:Dr. Ida Berg
ORG:Fjord Ltd;Sales
TITLE:Lead
item1.EMAIL;TYPE=work:ida@example.org
EMAIL:berg@example.com
TEL;TYPE=CELL:+47 123 45 678
BDAY:1980-07-09
END:VCARD
`

export const statementText = `:20:REF
:25:DE89370400440532013000
:60F:C260101EUR500,00
:61:2601020102D20,50NTRFINV-8//BANK1
:86:166?00DEBIT?20SVWZ+Rent?21 January?31NL91ABNA0417164300?32Landlord
:61:260103C5,NMSCNONREF
:86:Interest
:62F:C260103EUR484,50
-
`

export const mailText = `From: Ann Example <ann@example.org>
To: bo@example.org, Cy <cy@example.org>
Subject: Table
Date: Tue, 3 Feb 2026 10:11:12 +0100
Message-ID: <m1@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b1

--b1
Content-Type: text/plain

Please see the table.
--b1
Content-Type: text/csv; name="pay.csv"
Content-Disposition: attachment; filename="pay.csv"

date,amount,description
2026-01-31,12.50,Tea
--b1--
`

export const csvText = `Buchungstag;Betrag;Verwendungszweck;Filiale\n31.01.2026;-1.234,56;Miete;Nord\n01.02.2026;10,00;Zins;Süd\n`
export const jsonText = JSON.stringify({
  contacts: [{ fullName: 'Ida Berg', email: 'ida@example.org', shoe_size: 38 }],
})
export const linesText = `{"invoice_number":"J-1","total":12.5}\n{"invoice_number":"J-2","total":7}\n`
export const htmlText = `<!doctype html><html><head><script type="application/ld+json">{"@type":"MusicEvent","name":"Quartet","startDate":"2026-06-07T19:00:00Z","location":{"name":"Hall 2"}}</script></head><body><p>Tonight</p></body></html>`
export const markdownText = `---\ntitle: Garden plan\ntags: [garden, spring]\ndate: 2026-03-04\n---\n# Other\n\nSow the peas.\n`

export const invoiceLines = [
  'Ahorn Werke GmbH - Waldweg 3 - 10115 Berlin',
  'Lena Vogt',
  'Seestr. 9',
  '20095 Hamburg',
  'Rechnung Nr. AW-2026/17 vom 03.04.2026',
  'Pos   Text                 Betrag',
  '1     Tisch               1.000,00 EUR',
  'Nettobetrag               1.000,00 EUR',
  'MwSt 19%                    190,00 EUR',
  'Gesamtbetrag              1.190,00 EUR',
  'Zahlbar bis 17.04.2026',
  'USt-IdNr. DE811907980   IBAN DE89 3704 0044 0532 0130 00',
]

export const receiptText = `GREEN LEAF STORE LTD
12 Mill Road
TEL: 020 555 0101
RECEIPT NO: A-991
DATE: 07/08/2026 12:30
TEA   2 x 2.00   4.00
SUBTOTAL   4.00
VAT 20%   0.80
TOTAL GBP   4.80
CASH   10.00
CHANGE   5.20
THANK YOU
`

export const contractText = `SERVICE AGREEMENT
Agreement No. SA-12
This agreement is made between Ahorn Werke GmbH and Quartz Ltd, as of 1 May 2026.
It may be ended with a notice period of 30 days.
This agreement is governed by the laws of Denmark.
`

export const texts: readonly string[] = [
  ciiXml,
  ublXml,
  camtXml,
  calendarText,
  cardText,
  statementText,
  mailText,
  csvText,
  jsonText,
  linesText,
  htmlText,
  markdownText,
  invoiceLines.join('\n'),
  receiptText,
  contractText,
  'Remember the milk',
]

/** A PDF with one page of lines, and embedded files. */
export function pdfOf(lines: readonly string[], files: Readonly<Record<string, string>> = {}): Uint8Array {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, String.raw`\$&`))
  const content = `BT /F1 9 Tf 1 0 0 1 40 800 Tm 14 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const names = Object.keys(files)
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${names.length === 0 ? '' : ` /Names << /EmbeddedFiles << /Names [${names.map((name, index) => `(${name}) ${6 + index * 2} 0 R`).join(' ')}] >> >>`} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 850] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    streamOf(Buffer.from(content, 'latin1')),
    ...names.flatMap((name, index) => [
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${7 + index * 2} 0 R >> >>`,
      streamOf(Buffer.from(files[name]!, 'utf8'), '/Type /EmbeddedFile '),
    ]),
  ]
  return pdfFile(objects)
}

export function pdfFile(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(text, 'latin1')
}

export function streamOf(bytes: Buffer, entries = ''): string {
  const packed = deflateSync(bytes, { level: 9 })
  return `<< ${entries}/Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
}
