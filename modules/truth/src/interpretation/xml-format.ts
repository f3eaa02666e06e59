import { bankStatements, isBankXml } from './camt.ts'
import { invoiceStatement, isInvoiceXml } from './e-invoice.ts'
import type { Format } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { noteStatement } from './note.ts'
import { interpretationOf, specificities } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'
import type { XmlElement } from './xml.ts'
import { parseXml } from './xml.ts'

/** Invoices (UBL, CII), account statements (CAMT.053), and any other XML as a note. */
export const xml: Format = {
  name: 'xml',
  recognises: ({ bytes }) =>
    /^\s*<(?:\?xml|!--|!DOCTYPE(?!\s+html)|[A-Za-z_][\w.-]*(?::[\w.-]+)?[\s>])/i.test(headOf(bytes)) &&
    !/^\s*<(?:!DOCTYPE\s+)?html\b/i.test(headOf(bytes)),
  interpret: async ({ bytes }) => {
    const text = decodeXml(bytes)
    const root = parseXml(text)
    if (root === undefined) throw new Unreadable('The XML is broken. It was read as text.')
    const notes = /<!ENTITY/i.test(text) ? ['The XML declares entities. They were not expanded.'] : []
    const statements = statementsOf(root)
    return interpretationOf({
      interpreter: 'xml@2',
      mimeType: 'application/xml',
      statements: statements.length === 0 ? [noteStatement(text)] : statements,
      pages: [text],
      ...(statements[0]?.observedAt === undefined ? {} : { date: statements[0].observedAt }),
      notes,
    })
  },
}

function statementsOf(root: XmlElement) {
  if (isInvoiceXml(root)) return [invoiceStatement(root, specificities.native)]
  return isBankXml(root) ? bankStatements(root) : []
}

/** XML names its encoding in its first line. */
function decodeXml(bytes: Uint8Array): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w.-]+)["']/i.exec(headOf(bytes, 200).trimStart())?.[1]
  if (declared === undefined || /^utf-?(?:8|16)$/i.test(declared)) return decodeText(bytes)
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return decodeText(bytes)
  }
}
