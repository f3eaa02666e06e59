import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import type { Statement } from '../model/observation.ts'
import { invoiceStatement, isInvoiceXml } from './e-invoice.ts'
import type { Format, Interpretation } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { noteStatement } from './note.ts'
import { readDocument } from './patterns/read-document.ts'
import { layOut, type LaidOutRun } from './pdf-layout.ts'
import { withBoxes, type PlacedText } from './statement/boxes.ts'
import { behindPages, interpretationOf, specificities } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'
import { parseXml } from './xml.ts'
import { isTooLarge } from './zip.ts'

/** A PDF: an embedded XML invoice, otherwise its text. */
export const pdf: Format = {
  name: 'pdf',
  binaryType: 'application/pdf',
  recognises: ({ bytes }) => /^[\s\S]{0,1000}%PDF-/.test(headOf(bytes, 1024)),
  interpret: async ({ bytes }) => {
    checkSize(bytes)
    const content = await readPdf(bytes)
    const texts = content.pages.map(({ text }) => text)
    const found = statementsOf(texts, content.files)
    return interpretationOf({
      interpreter: 'pdf@5',
      mimeType: 'application/pdf',
      ...found,
      statements: withBoxes(
        found.statements ?? [],
        content.pages.map(({ placed }) => placed),
      ),
      pages: texts,
      notes: [...content.notes, ...(found.notes ?? [])],
      needsOcr: found.statements?.length === 0,
    })
  },
}

interface PdfPage {
  readonly text: string
  readonly placed: readonly PlacedText[]
}

interface Content {
  readonly pages: readonly PdfPage[]
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  readonly notes: readonly string[]
}

function statementsOf(pages: readonly string[], files: Content['files']): Partial<Interpretation> {
  const embedded = files.flatMap(({ name, bytes }): Statement[] => {
    const root = /\.xml$/i.test(name) ? parseXml(decodeText(bytes)) : undefined
    return root !== undefined && isInvoiceXml(root)
      ? [invoiceStatement(root, specificities.embedded, name)]
      : []
  })
  const date = embedded[0]?.observedAt
  if (embedded.length > 0) return { statements: embedded, ...(date === undefined ? {} : { date }) }
  const first = pages.findIndex((page) => page.trim() !== '')
  if (first < 0)
    return {
      statements: [],
      notes: ['The PDF holds no text. If it is a scan, send its pages as images, or run OCR on it first.'],
    }
  const found = readDocument(pages, 'page')
  if (found !== undefined) return found
  return { statements: behindPages([noteStatement(pages[first]!)], first) }
}

async function readPdf(bytes: Uint8Array): Promise<Content> {
  // The parser detaches its input, so it gets a copy.
  const document = await getDocumentProxy(Uint8Array.from(bytes), options).catch((cause: unknown) => {
    throw new Unreadable(
      'The PDF is broken or locked with a password. It was not read. Send it whole and without a password.',
      { cause },
    )
  })
  const notes: string[] = []
  const pages: PdfPage[] = []
  try {
    for (let number = 1; number <= Math.min(document.numPages, limits.pages); number += 1)
      pages.push(await readPage(document, number, notes))
    if (document.numPages > limits.pages)
      notes.push(`The PDF has ${document.numPages} pages. The first ${limits.pages} were read.`)
    return { pages, files: await embeddedFiles(document), notes }
  } finally {
    await document.loadingTask.destroy()
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

async function readPage(document: PdfDocument, number: number, notes: string[]): Promise<PdfPage> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const { text, runs } = layOut(items.flatMap((item) => ('str' in item ? [item] : [])))
    const placed = placedOn(page.getViewport({ scale: 1 }), runs)
    page.cleanup()
    return { text, placed }
  } catch {
    notes.push(`Page ${number} of the PDF is broken. It was left out.`)
    return { text: '', placed: [] }
  }
}

interface Viewport {
  readonly width: number
  readonly height: number
  convertToViewportPoint(x: number, y: number): readonly number[]
}

/** From points of the page to parts of its picture, whatever way the page is turned. */
function placedOn(viewport: Viewport, runs: readonly LaidOutRun[]): readonly PlacedText[] {
  return runs.flatMap(({ start, end, box }) => {
    if (box === undefined) return []
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(box[0], box[1])
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(box[2], box[3])
    const [left, top] = [Math.min(x1, x2) / viewport.width, Math.min(y1, y2) / viewport.height]
    const [width, height] = [Math.abs(x2 - x1) / viewport.width, Math.abs(y2 - y1) / viewport.height]
    return [{ start, end, box: [left, top, width, height] as const }]
  })
}

async function embeddedFiles(document: PdfDocument): Promise<Content['files']> {
  try {
    const found = [...((await document.getAttachments()) ?? new Map<string, never>()).entries()]
    const files: { name: string; bytes: Uint8Array }[] = []
    for (const [id, { filename }] of found.slice(0, limits.attachments)) {
      const content: unknown = await document.getAttachmentContent(id)
      const bytes = content instanceof Uint8Array ? content : contentOf(content)
      if (bytes !== undefined) files.push({ name: filename, bytes })
    }
    return files
  } catch {
    return []
  }
}

function contentOf(found: unknown): Uint8Array | undefined {
  if (typeof found !== 'object' || found === null || !('content' in found)) return undefined
  return found.content instanceof Uint8Array ? found.content : undefined
}

const options = { verbosity: 0, isEvalSupported: false, useSystemFonts: false, stopAtErrors: false }

/** Inflates every stream once up to a limit: a small file can contain gigabytes. */
function checkSize(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left: number = limits.inflatedBytes
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    const start = at + (buffer[at + 6] === 0x0d ? 8 : 7)
    if (buffer[start] === undefined || (buffer[start] & 0x0f) !== 8 || buffer[start] >> 4 > 7) continue
    left -= inflatedSize(buffer.subarray(start), left)
    if (left > 0) continue
    throw new Unreadable(
      `The PDF unpacks to more than ${limits.inflatedBytes / 1024 / 1024} MB. It was not read. Send a smaller one.`,
    )
  }
}

function inflatedSize(packed: Uint8Array, left: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, left) }).length
  } catch (error) {
    return isTooLarge(error) ? left : 0
  }
}
