import type { JsonObject } from '@quipu/kit'

/** Short files of many formats, and statements that speak of the same entities. */
const files: Readonly<Record<string, string>> = {
  'order.xml': `<Invoice xmlns="urn:x" xmlns:cbc="urn:y" xmlns:cac="urn:z"><cbc:ID>U-5</cbc:ID><cbc:IssueDate>2026-04-01</cbc:IssueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Fjäll AB</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="SEK">125.00</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal></Invoice>`,
  'plans.ics': [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:ev-1@example.org',
    'SUMMARY:Planning',
    'DTSTART;TZID=Europe/Berlin:20260301T090000',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
  'ida.vcf': 'BEGIN:VCARD\nVERSION:3.0\nFN:Ida Berg\nEMAIL:ida@example.org\nBDAY:1980-07-09\nEND:VCARD\n',
  'statement.sta': `:20:REF
:25:DE89370400440532013000
:60F:C260101EUR500,00
:61:2601020102D20,50NTRFINV-8//BANK1
:86:Rent
:62F:C260103EUR479,50
-
`,
  'mail.eml': `From: Ann <ann@example.org>
To: bo@example.org
Subject: Lunch
Date: Tue, 03 Feb 2026 10:11:12 +0100
Message-ID: <m1@example.org>

At noon.
`,
  'bank.csv':
    'Buchungstag;Betrag;Verwendungszweck\n31.01.2026;-1.234,56;Miete\n01.02.2026;10,00;Zins\n01.02.2026;10,00;Zins\n',
  'lines.jsonl': '{"invoice_number":"J-1","total":12.5}\n{"invoice_number":"J-2","total":7}\n',
  'garden.md': '---\ntitle: Garden plan\ndate: 2026-03-04\n---\nSow the peas.\n',
  'receipt.txt':
    'GREEN LEAF STORE LTD\n12 Mill Road\nDate: 07/08/2026\nTea 4.00\nTOTAL 4.80\nCASH 5.00\nCHANGE 0.20\n',
  'note.txt': 'İstanbul ılık, Straße, ﬁnal: 1.234,56 €\n',
}

const statements: readonly JsonObject[] = [
  { entities: [{ entity_type: 'company', name: 'Fjord Ltd', city: 'Bergen', vat_id: 'NO999999999' }] },
  { entities: [{ entity_type: 'company', name: 'FJORD Limited', city: 'Oslo' }] },
  { entities: [{ entity_type: 'company', vat_id: 'NO 999 999 999', country: 'NO' }] },
  {
    entities: [{ entity_type: 'contact', full_name: 'Ida Berg', emails: ['ida@example.org'], title: 'Lead' }],
    provenance: { extracted_at: '2026-02-01T00:00:00+01:00', extractor_version: '1' },
  },
  {
    entities: [
      { entity_type: 'contact', full_name: 'Ida Berg', emails: ['ida@example.org'], title: 'Chief' },
    ],
    provenance: { extracted_at: '2026-01-01', extractor_version: '1' },
  },
  { entities: [{ entity_type: 'note', title: 'İ', text: 'ı and i', mood: 'calm' }], source_priority: 7 },
]

/** What to send to `ingest`. */
export const corpus: readonly JsonObject[] = [
  ...Object.entries(files).map(([name, content]) => ({
    file_content: Buffer.from(content).toString('base64'),
    mime_type: 'application/octet-stream',
    original_filename: name,
  })),
  ...statements,
]
