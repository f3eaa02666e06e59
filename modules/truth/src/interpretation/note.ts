import type { Statement } from '../model/observation.ts'
import type { Format } from './statement/interpretation.ts'
import {
  excerpt,
  interpretationOf,
  specificities,
  statementOf,
  textSpan,
  unread,
} from './statement/statements.ts'
import { readDocument } from './patterns/read-document.ts'
import { decodeText } from './text.ts'

/** The last format: any text is a note. */
export const note: Format = {
  name: 'text',
  recognises: () => true,
  interpret: async ({ bytes, filename }) => {
    const text = decodeText(bytes)
    if (text.trim() === '') return unread('text@3', 'application/octet-stream', 'The file holds no text.')
    if (text.includes('\0'))
      return unread(
        'text@2',
        'application/octet-stream',
        'The file is not of a format that can be read. It is kept. Send its content as PDF, text, CSV, JSON, XML or an office document.',
      )
    return interpretationOf({
      interpreter: 'text@4',
      mimeType: 'text/plain',
      ...(readDocument([text], 'text') ?? { statements: [noteStatement(text, filename)] }),
      pages: [text],
    })
  },
}

/** The title comes from the name of the file, so it has no place in the text. */
export function noteStatement(text: string, filename?: string): Statement {
  const [first = ''] = text.trim().split('\n')
  const start = text.indexOf(first)
  const line = excerpt(first.trim())
  const statement = statementOf(
    'note',
    {
      title: { value: line, span: textSpan(text, start, start + first.length) },
      text: { value: text, span: textSpan(text, 0, text.length) },
    },
    specificities.note,
  )
  if (filename === undefined) return statement
  const { title: _, ...spans } = statement.spans
  return { ...statement, fields: { ...statement.fields, title: filename }, spans }
}
