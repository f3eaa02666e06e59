import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractFolder } from './extract-folder.ts'
import * as samples from './test-samples.ts'
import { read, wordFile, zipOf } from './test-reading.ts'

describe('bad input', () => {
  test('[TF30] an archive or a PDF that unpacks to too much is not unpacked, and a note says so', async () => {
    const huge = Buffer.alloc(160 * 1024 * 1024)
    const zip = await read(zipOf({ 'word/document.xml': huge }))
    expect(zip).toMatchObject({ statements: [] })
    expect(zip.notes[0]).toContain('128 MB')
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      samples.streamOf(huge),
    ]
    const pdf = await read(samples.pdfFile(objects))
    expect(pdf).toMatchObject({ statements: [] })
    expect(pdf.notes[0]).toContain('128 MB')
  })

  test('[TF31] entities that XML declares are never expanded', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>\n${samples.ublXml.replace('Fjäll AB', '&b;&c;')}`
    const { statements, notes } = await read(bomb)
    expect(statements[0]?.fields['seller_name']).toBe('&b;&c;')
    expect(notes[0]).toContain('not expanded')
    expect(
      (await read(`<a>${'<b>'.repeat(5000)}x${'</b>'.repeat(5000)}</a>`)).statements.length,
    ).toBeLessThanOrEqual(1)
  })

  test('[TF32] messages that are nested too deeply are not read, and a note says so', async () => {
    let mail = 'From: a@example.org\nSubject: core\nDate: Tue, 3 Feb 2026 10:11:12 +0100\n\nhi\n'
    for (let depth = 0; depth < 12; depth += 1)
      mail = `From: a@example.org\nSubject: level ${depth}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\nContent-Type: message/rfc822\n\n${mail}\n--b${depth}--\n`
    const found = await read(mail)
    expect(found.statements).toHaveLength(5)
    expect(found.notes.join()).toContain('too deep')
    const parts = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=x${at}\n\n--x${at}\n`,
    ).join('')
    expect((await read(`From: a@example.org\nSubject: s\n${parts}`)).notes.join()).toContain(
      'nested too deep',
    )
  })

  test('[TF33] an empty file, binary data and impossible dates give a note or less, never an error', async () => {
    expect(await read('')).toMatchObject({ statements: [], notes: ['The file holds no text.'] })
    expect(await read('\0\0\x01\x02')).toMatchObject({ statements: [], mimeType: 'application/octet-stream' })
    const table = await read('date,amount,description\n2026-02-31,5.00,x\n99/99/2026,6.00,y\n')
    expect(table.statements.map(({ fields }) => fields)).toEqual([
      { amount: 5, description: 'x' },
      { amount: 6, description: 'y' },
    ])
    const mail = await read(samples.mailText.replace('3 Feb 2026', '31 Feb 2026'))
    expect(mail.statements[0]?.fields).not.toHaveProperty('date')
  })

  test('[TF34] a table of 100,000 rows is read up to the limit, and a note says so', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `2026-01-31,${at}.50,Tea ${at}`).join('\n')
    const { statements, notes } = await read(`date,amount,description\n${rows}\n`)
    expect(statements).toHaveLength(10_000)
    expect(notes[0]).toContain('The first 10000 were read')
  })

  test('[TF35] a file cut off anywhere, or with bytes changed, gives an interpretation', async () => {
    const pdf = samples.pdfOf(samples.invoiceLines, { 'a.xml': samples.ciiXml })
    const all = [...samples.texts, pdf, wordFile(samples.invoiceLines)].map((sample) => Buffer.from(sample))
    for (const [which, bytes] of all.entries())
      for (let step = 1; step <= 12; step += 1) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * step) / 13))
        const changed = Buffer.from(bytes)
        for (let at = step * 7 + which; at < changed.length; at += 61) changed[at] = (at * step) % 256
        for (const one of [cut, changed]) expect(Array.isArray((await read(one)).statements)).toBe(true)
      }
  })

  test('[TF36] a folder gives one line per file, also for equal files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quipu-extract-'))
    for (const name of ['a.vcf', 'b.vcf']) writeFileSync(join(folder, name), samples.cardText)
    const out = join(mkdtempSync(join(tmpdir(), 'quipu-extract-')), 'out.jsonl')
    expect(await extractFolder(folder, out)).toEqual({ files: 2 })
    const lines = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; entities: unknown })
    expect(lines.map(({ file }) => file)).toEqual(['a.vcf', 'b.vcf'])
    expect(lines[0]?.entities).toEqual(lines[1]?.entities)
  })

  test('[TR629] a broken PDF or archive is no text: it is kept, and nothing is read from its bytes', async () => {
    for (const content of ['%PDF-1.4\nbroken', 'PK\u0003\u0004 broken']) {
      const { statements, notes } = await read(content, 'application/octet-stream', 'a.bin')
      expect(statements).toEqual([])
      expect(notes).toHaveLength(1)
    }
  })

  test('[TR508] a note about something that was not read says what to do next', async () => {
    const notesOf = async (content: string | Uint8Array) => (await read(content)).notes.join(' ')
    expect(await notesOf('%PDF-1.4\nbroken')).toContain('Send it whole and without a password')
    expect(await notesOf(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toContain('call `reinterpret`')
    expect(await notesOf(Buffer.from('00ff00fe01', 'hex'))).toContain('Send its content as PDF')
    const open = 'Invoice No: A-1\nInvoice date: 03/04/2026\nDue date: 05/06/2026\nTotal due: 12.00 USD\n'
    expect(await notesOf(open)).toContain('set the field with `correct`')
    expect(await notesOf('date,amount,description\n05/06/2026,5.00,a\n03/04/2026,6.00,b\n')).toContain(
      'Write them as 2026-12-31',
    )
  })
})
