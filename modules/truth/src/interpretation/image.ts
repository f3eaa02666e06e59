import { withBoxes } from './statement/boxes.ts'
import type { Format, ImageLayout, ImageText, Surroundings } from './statement/interpretation.ts'
import { noteStatement } from './note.ts'
import { readDocument } from './patterns/read-document.ts'
import { interpretationOf } from './statement/statements.ts'

/** An image. Reading its text needs an OCR program; without one the image is kept and marked as waiting for it. */
export const image: Format = {
  name: 'image',
  recognises: ({ bytes }) => imageTypeOf(bytes) !== undefined,
  interpret: async ({ bytes }, surroundings) => {
    const mimeType = imageTypeOf(bytes) ?? 'application/octet-stream'
    const page = await textOf(bytes, mimeType, surroundings, 'page')
    if (page.text === '')
      return interpretationOf({
        interpreter: 'image@1',
        mimeType,
        notes: [
          'The text of the image was not read. Check that the image opens and that tesseract is installed on the server, then call `reinterpret`.',
        ],
        needsOcr: true,
      })
    const known = readDocument([page.text], 'text')
    const lines = known === undefined ? await textOf(bytes, mimeType, surroundings, 'lines') : page
    const inLines = known ?? readDocument([lines.text], 'text')
    const { text, placed } = inLines === undefined ? page : lines
    const found = inLines ?? { statements: [noteStatement(text)] }
    const statements = withBoxes(found.statements ?? [], [placed])
    return interpretationOf({ interpreter: 'image-text@5', mimeType, ...found, statements, pages: [text] })
  },
}

const unread: ImageText = { text: '', placed: [] }

async function textOf(
  bytes: Uint8Array,
  mimeType: string,
  { readImage }: Surroundings,
  layout: ImageLayout,
): Promise<ImageText> {
  if (readImage === undefined) return unread
  try {
    return await readImage(bytes, mimeType, layout)
  } catch {
    // The program is missing or failed: the image stays unread.
    return unread
  }
}

export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'image/tiff'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}
