import type { Format } from './interpretation.ts'

/** Text in a known encoding. Bytes that are none in UTF-8 are read as Windows-1252, which every byte is. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The last rung: a text is a note. */
export const plainText: Format = {
  name: 'text',
  recognises: () => true,
  interpret: async ({ bytes, filename }) => {
    const text = decodeText(bytes)
    if (text.includes('\0') || text.trim() === '')
      return unread(
        text.trim() === '' ? 'The file holds no text.' : 'The file is not of a format that can be read.',
      )
    const title = filename ?? firstLine(text)
    return {
      interpreter: 'text@1',
      mimeType: 'text/plain',
      statements: [
        {
          entityType: 'note',
          fields: { title, text },
          spans: { text: { kind: 'text', start: 0, end: text.length, text: excerpt(text) } },
          specificity: 0.1,
        },
      ],
      pages: [text],
      notes: [],
      needsOcr: false,
    }
  },
}

function unread(note: string) {
  return {
    interpreter: 'text@1',
    mimeType: 'application/octet-stream',
    statements: [],
    pages: [],
    notes: [note],
    needsOcr: false,
  }
}

function firstLine(text: string): string {
  return excerpt(text.trim().split('\n')[0] ?? '')
}

function excerpt(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`
}
