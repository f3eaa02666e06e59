import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { interpret } from './interpret.ts'
import * as samples from './test-samples.ts'
import { fieldsWithoutProof, read, wordFile, zipOf } from './test-reading.ts'
import { readWithTesseract } from './tesseract.ts'
import { run } from './worker.ts'

const workbook = () => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Invoice No', 'Total', 'Vendor'],
      ['X-1', 12.5, 'Fjord Ltd'],
    ]),
    'List',
  )
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

describe('interpretation', () => {
  test('[TF1] the bytes decide what a file is, whatever its type and name say', async () => {
    const found = await read(samples.cardText, 'application/pdf', 'photo.png')
    expect(found).toMatchObject({ interpreter: 'vcard@2', mimeType: 'text/vcard' })
    expect(await read(samples.ublXml, 'text/plain')).toMatchObject({ mimeType: 'application/xml' })
    expect(await read('Remember the milk', 'application/pdf')).toMatchObject({ interpreter: 'text@4' })
  })

  test('[TF2] the text at the span of every field gives its value', async () => {
    const { pdfOf, invoiceLines, ciiXml } = samples
    const embedded = pdfOf(['Copy'], { 'factur-x.xml': ciiXml })
    const all = [...samples.texts, pdfOf(invoiceLines), embedded, workbook(), wordFile(invoiceLines)]
    for (const sample of all) expect(fieldsWithoutProof(await read(sample))).toEqual([])
  })

  test('[TF3] an invoice in XML gives its header, alone or inside a PDF', async () => {
    const cii = {
      invoice_number: 'F-77',
      type_code: '380',
      invoice_date: '2026-02-03',
      due_date: '2026-03-05',
      currency: 'EUR',
      seller_name: 'Nordlicht & Söhne GmbH',
      seller_vat_id: 'DE811907980',
      buyer_name: 'Quartz AG',
      order_reference: 'PO-9',
      iban: 'DE89370400440532013000',
      net_amount: 100,
      tax_amount: 19,
      total_amount: 119,
      amount_due: 119,
    }
    const alone = await read(samples.ciiXml)
    expect(alone.statements).toMatchObject([{ entityType: 'invoice', fields: cii, specificity: 0.95 }])
    const inside = await read(samples.pdfOf(['Any words'], { 'factur-x.xml': samples.ciiXml }))
    expect(inside.statements).toMatchObject([{ fields: cii, specificity: 1 }])
    expect(inside.statements[0]?.spans['tax_amount']).toMatchObject({
      kind: 'xml',
      file: 'factur-x.xml',
      text: '19.00',
    })
    expect(inside.date).toBe('2026-02-03')
    expect((await read(samples.ublXml)).statements[0]?.fields).toMatchObject({
      invoice_number: 'U-5',
      seller_name: 'Fjäll AB',
      seller_vat_id: 'SE556677889901',
      buyer_name: 'Dalkund',
      total_amount: 125,
    })
  })

  test('[TF4] [TF900] a mail gives its headers, and its attachments are read too', async () => {
    const { statements, pages, date } = await read(samples.mailText)
    expect(statements[0]).toMatchObject({
      entityType: 'message',
      fields: {
        from: 'ann@example.org',
        to: ['bo@example.org', 'cy@example.org'],
        date: '2026-02-03T10:11:12+01:00',
        message_id: 'm1@example.org',
        attachments: ['pay.csv'],
        text: 'Please see the table.',
      },
    })
    expect(statements[1]).toMatchObject({
      entityType: 'transaction',
      fields: { date: '2026-01-31', amount: 12.5 },
    })
    expect(pages).toHaveLength(2)
    expect(date).toBe('2026-02-03T10:11:12+01:00')
  })

  test('[TR507] comments inside an address of a mail are left out', async () => {
    const text =
      'From: Ida <ida(home)@example.org(office)>\nTo: bo@(at work)example.org\nSubject: Hi\n\nHello\n'
    const [message] = (await read(text)).statements
    expect(message?.fields).toMatchObject({ from: 'ida@example.org', to: ['bo@example.org'] })
  })

  test('[TF5] a mailbox gives each of its messages', async () => {
    const box = `From ann@example.org Tue Feb  3 10:11:12 2026\n${samples.mailText}\nFrom bo@example.org Tue Feb  3 11:11:12 2026\n${samples.mailText.replace('m1@', 'm2@')}`
    const { statements, interpreter, pages } = await read(box)
    expect(interpreter).toBe('mbox@3')
    const messages = statements.filter(({ entityType }) => entityType === 'message')
    expect(messages.map(({ fields }) => fields['message_id'])).toEqual(['m1@example.org', 'm2@example.org'])
    expect(messages[1]?.spans['subject']).toMatchObject({ kind: 'page', page: 3, text: 'Table' })
    expect(pages).toHaveLength(4)
  })

  test('[TF6] a calendar gives its events with times as written', async () => {
    const { statements, notes } = await read(samples.calendarText)
    expect(statements[0]?.fields).toEqual({
      uid: 'ev-1@example.org',
      summary: 'Planning, part two',
      start: '2026-03-01T09:00:00',
      end: '2026-03-01T10:00:00',
      timezone: 'Europe/Berlin',
      organizer: 'ann@example.org',
      attendees: ['bo@example.org', 'cy@example.org'],
      rrule: 'FREQ=WEEKLY;COUNT=3',
    })
    expect(statements[1]?.fields).toEqual({ uid: 'ev-2@example.org', summary: 'Broken day' })
    expect(notes).toEqual([expect.stringContaining('An event has a start that is no date. It was left out.')])
  })

  test('[TF7] an address book gives its cards, also in old encodings', async () => {
    expect((await read(samples.cardText)).statements[0]?.fields).toEqual({
      full_name: 'Dr. Ida Berg',
      family_name: 'Berg',
      given_name: 'Ida',
      organization: 'Fjord Ltd',
      department: 'Sales',
      title: 'Lead',
      emails: ['ida@example.org', 'berg@example.com'],
      phones: ['+47 123 45 678'],
      birthday: '1980-07-09',
    })
    const old =
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\r\nller;Jo\r\nTEL;CELL;PREF:123456\r\nEND:VCARD'
    expect((await read(old)).statements[0]?.fields).toMatchObject({
      full_name: 'Jo Müller',
      phones: ['123456'],
    })
  })

  test('[TF8] account statements give one transaction per entry, with negative debits', async () => {
    const mt940 = (await read(samples.statementText)).statements.map(({ fields }) => fields)
    expect(mt940[0]).toEqual({
      date: '2026-01-02',
      amount: -20.5,
      booking_text: 'DEBIT',
      currency: 'EUR',
      account: 'DE89370400440532013000',
      reference: 'INV-8',
      bank_reference: 'BANK1',
      description: 'Rent January',
      counterparty_name: 'Landlord',
      counterparty_iban: 'NL91ABNA0417164300',
    })
    expect(mt940[1]).toMatchObject({ amount: 5, description: 'Interest' })
    expect((await read(samples.camtXml)).statements[0]?.fields).toMatchObject({
      date: '2026-05-06',
      amount: -12.5,
      counterparty_name: 'Wasserwerk',
      counterparty_iban: 'NL91ABNA0417164300',
      description: 'Abschlag Mai',
    })
  })

  test('[TF9] [TF902] the headings of a table decide what its rows are, and other columns are kept', async () => {
    const { statements } = await read(samples.csvText)
    expect(statements.map(({ fields }) => fields)).toEqual([
      { date: '2026-01-31', amount: -1234.56, description: 'Miete', filiale: 'Nord' },
      { date: '2026-02-01', amount: 10, description: 'Zins', filiale: 'Süd' },
    ])
    expect(statements[0]?.spans['amount']).toEqual({ kind: 'cell', row: 2, column: 2, text: '-1.234,56' })
    const sheet = (await read(workbook())).statements[0]
    expect(sheet?.fields).toEqual({ invoice_number: 'X-1', total_amount: 12.5, seller_name: 'Fjord Ltd' })
    expect(sheet?.spans['total_amount']).toMatchObject({ kind: 'cell', sheet: 'List', row: 2, column: 2 })
  })

  test('[TF10] JSON, JSON Lines and JSON-LD give objects, and their keys decide what they are', async () => {
    const [contact] = (await read(samples.jsonText)).statements
    expect(contact).toMatchObject({
      entityType: 'contact',
      fields: { full_name: 'Ida Berg', email: 'ida@example.org', shoe_size: 38 },
    })
    expect(contact?.spans['email']).toMatchObject({ kind: 'json', pointer: '/contacts/0/email' })
    const lines = (await read(samples.linesText)).statements
    expect(lines.map(({ fields }) => fields['total_amount'])).toEqual([12.5, 7])
    expect(lines[1]?.spans['invoice_number']).toMatchObject({ line: 2, pointer: '/invoice_number' })
    const [event] = (await read(samples.htmlText)).statements
    expect(event).toMatchObject({
      entityType: 'event',
      fields: { summary: 'Quartet', location: 'Hall 2' },
      specificity: 1,
    })
  })

  test('[TF11] Markdown, documents of Word and other texts are notes', async () => {
    const [plan] = (await read(samples.markdownText)).statements
    expect(plan).toMatchObject({
      entityType: 'note',
      fields: { title: 'Garden plan', tags: ['garden', 'spring'], date: '2026-03-04' },
    })
    const [word] = (await read(wordFile(['Minutes', 'Nothing was said.']))).statements
    expect(word).toMatchObject({
      entityType: 'note',
      fields: { title: 'Minutes', text: 'Minutes\nNothing was said.' },
    })
    expect((await read('Remember the milk')).statements[0]).toMatchObject({
      entityType: 'note',
      specificity: 0.1,
    })
  })

  test('[TF12] [TF903] an invoice as plain text gives number, dates, parties, codes and sums that add up', async () => {
    const expected = {
      invoice_number: 'AW-2026/17',
      invoice_date: '2026-04-03',
      due_date: '2026-04-17',
      currency: 'EUR',
      net_amount: 1000,
      tax_amount: 190,
      total_amount: 1190,
      seller_name: 'Ahorn Werke GmbH',
      buyer_name: 'Lena Vogt',
      seller_vat_id: 'DE811907980',
      iban: 'DE89370400440532013000',
    }
    const [text] = (await read(samples.invoiceLines.join('\n'))).statements
    expect(text).toMatchObject({ entityType: 'invoice', fields: expected, specificity: 0.8 })
    const [pdf] = (await read(samples.pdfOf(samples.invoiceLines))).statements
    expect(pdf).toMatchObject({ entityType: 'invoice', fields: expected })
    expect(pdf?.spans['total_amount']).toMatchObject({ kind: 'page', page: 1, text: '1.190,00' })
  })

  test('[TF13] [TF904] a receipt gives company, address, date and the total that was paid', async () => {
    const [receipt] = (await read(samples.receiptText)).statements
    expect(receipt).toMatchObject({
      entityType: 'receipt',
      specificity: 0.8,
      fields: {
        company: 'GREEN LEAF STORE LTD',
        address: '12 Mill Road',
        date: '2026-08-07',
        total: 4.8,
        currency: 'GBP',
        receipt_number: 'A-991',
      },
    })
  })

  test('[TF14] a contract gives title, number, parties, start, notice and law', async () => {
    const [contract] = (await read(samples.contractText)).statements
    expect(contract).toMatchObject({
      entityType: 'contract',
      fields: {
        title: 'SERVICE AGREEMENT',
        contract_number: 'SA-12',
        parties: ['Ahorn Werke GmbH', 'Quartz Ltd'],
        start_date: '2026-05-01',
        notice_period: '30 days',
        governing_law: 'Denmark',
      },
    })
  })

  test('[TF15] the document decides how an ambiguous date is read; otherwise it is left out and a note says so', async () => {
    const table = (dates: string) => read(`date,amount,description\n${dates},5.00,a\n03/04/2026,6.00,b\n`)
    expect((await table('25/04/2026')).statements[1]?.fields['date']).toBe('2026-04-03')
    expect((await table('04/25/2026')).statements[1]?.fields['date']).toBe('2026-03-04')
    const open = await table('05/06/2026')
    expect(open.statements[1]?.fields).not.toHaveProperty('date')
    expect(open.notes.join()).toContain('day or the month first')
  })

  test('[TF16] an image waits for an OCR program, and is read with one', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    expect(await read(png)).toMatchObject({ needsOcr: true, statements: [], mimeType: 'image/png' })
    const withReader = await interpret({ bytes: png, mimeType: '' }, async () => ({
      text: samples.receiptText,
      placed: [],
    }))
    expect(withReader).toMatchObject({ needsOcr: false, statements: [{ entityType: 'receipt' }] })
    const failing = await interpret({ bytes: png, mimeType: '' }, () =>
      Promise.reject(new Error('no program')),
    )
    expect(failing.needsOcr).toBe(true)
    // The image is broken, so it cannot be read with or without an OCR program.
    expect((await interpret({ bytes: png, mimeType: '' }, readWithTesseract)).needsOcr).toBe(true)
    expect(await read(samples.pdfOf([]))).toMatchObject({ needsOcr: true, statements: [] })
  })

  test('[TF37] an image inside a mail waits too', async () => {
    const mail = [
      'From: ann@example.org',
      'To: bo@example.org',
      'Subject: Photo',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=part',
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      'See the photo.',
      '--part',
      'Content-Type: image/png; name=photo.png',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64'),
      '--part--',
      '',
    ].join('\r\n')

    const found = await run({ bytes: Buffer.from(mail), mimeType: '' })
    expect(found).toMatchObject({ needsOcr: true, mimeType: 'message/rfc822' })
  })

  test('[TF17] the same bytes give the same interpretation, also in a worker', async () => {
    const bytes = Buffer.from(samples.mailText)
    const here = await interpret({ bytes, mimeType: '' })
    expect(await run({ bytes, mimeType: '' })).toEqual(here)
    expect(await run({ bytes, mimeType: 'text/plain' })).toEqual(here)
    await expect(run({})).rejects.toThrow('bytes')
  })

  test('[TF18] an archive is not unpacked into entities, and a note says so', async () => {
    const found = await read(zipOf({ 'a.txt': 'hello' }))
    expect(found).toMatchObject({ statements: [], mimeType: 'application/zip' })
    expect(found.notes[0]).toContain('Send its files one by one')
  })
})
