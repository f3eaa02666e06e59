import type { Json } from '@quipu/kit'
import type { Statement } from '../model/observation.ts'
import { htmlToText } from './html-text.ts'
import type { Format } from './statement/interpretation.ts'
import { isObject } from './json.ts'
import { linkedStatements } from './json-ld.ts'
import { noteStatement } from './note.ts'
import { readDocument } from './patterns/read-document.ts'
import { interpretationOf, unread } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'

/** A page: its JSON-LD if there is any, otherwise its text. Pointers begin with the number of the script, from 0. */
export const html: Format = {
  name: 'html',
  recognises: ({ bytes }) =>
    /^\s*(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(headOf(bytes)),
  interpret: async ({ bytes }) => {
    const source = decodeText(bytes)
    const text = htmlToText(source)
    const linked = scriptsOf(source).flatMap((value, index) => statementsOf(value, `/${index}`))
    if (linked.length === 0 && text === '') return unread('html@3', 'text/html', 'The page holds no text.')
    const found = linked.length > 0 ? { statements: linked } : readDocument([text], 'text')
    return interpretationOf({
      interpreter: 'html@4',
      mimeType: 'text/html',
      ...(found ?? { statements: [noteStatement(text)] }),
      pages: [text],
    })
  },
}

function scriptsOf(source: string): readonly Json[] {
  return [
    ...source.matchAll(/<script\b[^<>]{0,300}application\/ld\+json[^<>]{0,300}>([\s\S]*?)<\/script\s*>/gi),
  ].map(([, body]) => {
    try {
      return JSON.parse(body!) as Json
    } catch {
      return null
    }
  })
}

function statementsOf(value: Json, pointer: string): readonly Statement[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => statementsOf(one, `${pointer}/${index}`))
  return isObject(value) ? linkedStatements(value, pointer) : []
}
