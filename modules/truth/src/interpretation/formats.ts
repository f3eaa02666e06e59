import { addressBook } from './address-book.ts'
import { calendar } from './calendar.ts'
import { csv } from './csv.ts'
import { html } from './html.ts'
import { image } from './image.ts'
import type { Format } from './statement/interpretation.ts'
import { json } from './json.ts'
import { mail } from './mail.ts'
import { mailbox } from './mailbox.ts'
import { markdown } from './markdown.ts'
import { mt940 } from './mt940.ts'
import { note } from './note.ts'
import { office } from './office.ts'
import { pdf } from './pdf.ts'
import { xml } from './xml-format.ts'

/** The formats in the order in which they are tried: those for machines first, then those for people. */
export const formats: readonly Format[] = [
  mailbox,
  mail,
  pdf,
  office,
  image,
  html,
  xml,
  json,
  calendar,
  addressBook,
  mt940,
  markdown,
  csv,
  note,
]
