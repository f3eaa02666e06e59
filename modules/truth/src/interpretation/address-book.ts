import { isDay } from '../model/field-value.ts'
import type { Statement } from '../model/observation.ts'
import { listFact } from './calendar.ts'
import type { Component, ContentLine } from './content-lines.ts'
import { parseComponents, splitValue, unescapeText } from './content-lines.ts'
import type { Format } from './statement/interpretation.ts'
import type { Fact } from './statement/statements.ts'
import { interpretationOf, specificities, statementOf } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'

/** vCard 2.1, 3.0 and 4.0, one card or many. */
export const addressBook: Format = {
  name: 'vcard',
  recognises: ({ bytes }) => /^\s*BEGIN:VCARD\b/i.test(headOf(bytes)),
  interpret: async ({ bytes }) => {
    const text = decodeText(bytes)
    const cards = parseComponents(text).filter(({ name }) => name === 'VCARD')
    const statements = cards.map((card) => contactOf(card, text))
    return interpretationOf({ interpreter: 'vcard@2', mimeType: 'text/vcard', statements, pages: [text] })
  },
}

function contactOf(card: Component, text: string): Statement {
  const line = (name: string) =>
    card.lines.find((one) => one.name === name && one.value.replace(/;/g, '').trim() !== '')
  const plain = (name: string) => fact(line(name), (value) => unescapeText(value).trim())
  const part = (name: string, index: number) =>
    fact(line(name), (value) => splitValue(value, ';')[index]?.trim() ?? '')
  const list = (name: string, read: (value: string) => string) => {
    const lines = card.lines.filter((one) => one.name === name)
    return listFact(
      lines,
      lines.map(({ value }) => read(unescapeText(value))),
      text,
    )
  }
  const [family, given] = [part('N', 0), part('N', 1)]
  return statementOf(
    'contact',
    {
      full_name: plain('FN') ?? fullName(line('N')),
      family_name: family,
      given_name: given,
      organization: part('ORG', 0),
      department: part('ORG', 1),
      title: plain('TITLE'),
      emails: list('EMAIL', (value) => value.replace(/^mailto:/i, '')),
      phones: list('TEL', (value) => value.replace(/^tel:/i, '')),
      birthday: birthday(line('BDAY')),
      address: fact(line('ADR'), (value) =>
        splitValue(value, ';')
          .map((one) => one.trim())
          .filter((one) => one !== '')
          .join(', '),
      ),
      website: plain('URL'),
      notes: plain('NOTE'),
    },
    specificities.native,
  )
}

function fact(line: ContentLine | undefined, read: (value: string) => string): Fact<string> | undefined {
  return line && { value: read(line.value), span: line.span }
}

/** Prefix, given, further, family name, suffix. */
function fullName(line: ContentLine | undefined): Fact<string> | undefined {
  return fact(line, (value) => {
    const [family = '', given = '', more = '', prefix = '', suffix = ''] = splitValue(value, ';')
    return [prefix, given, more, family, suffix]
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .join(' ')
  })
}

function birthday(line: ContentLine | undefined): Fact<string> | undefined {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(line?.value.trim() ?? '')
  const value = parts === null ? '' : `${parts[1]}-${parts[2]}-${parts[3]}`
  return line !== undefined && isDay(value) ? { value, span: line.span } : undefined
}
