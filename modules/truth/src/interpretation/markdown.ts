import type { Format } from './statement/interpretation.ts'
import { readDocument } from './patterns/read-document.ts'
import type { Fact } from './statement/statements.ts'
import { interpretationOf, specificities, statementOf, textSpan } from './statement/statements.ts'
import { decodeText, headOf } from './text.ts'

/** Markdown: a note with the title, tags and date of its front matter, or an invoice in Markdown. */
export const markdown: Format = {
  name: 'markdown',
  recognises: ({ bytes, filename = '', mimeType }) => {
    const head = headOf(bytes)
    if (head.includes('\0') || head.trim() === '') return false
    return (
      /\.(?:md|markdown)$/i.test(filename) ||
      mimeType === 'text/markdown' ||
      /^---\r?\n[\w-]+:|^#{1,3} \S/.test(head)
    )
  },
  interpret: async ({ bytes }) => {
    const text = decodeText(bytes)
    const found = readDocument([text], 'text') ?? { statements: [noteOf(text)] }
    return interpretationOf({ interpreter: 'markdown@4', mimeType: 'text/markdown', ...found, pages: [text] })
  },
}

function noteOf(text: string) {
  const head = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text)?.[0] ?? ''
  const property = (name: string) =>
    matched(text.slice(0, head.length), new RegExp(`^${name}:[ \\t]*["']?([^"'\\r\\n]+)`, 'dim'))
  const title =
    property('title') ?? matched(text, /^#{1,6}[ \t]+([^\r\n]+)/dm) ?? matched(text, /(\S[^\r\n]{0,199})/d)
  const tags = property('tags')
  const date = property('date')
  return statementOf(
    'note',
    {
      title,
      text: { value: text, span: textSpan(text, 0, text.length) },
      tags: tags && {
        value: tags.value
          .replace(/[[\]]/g, '')
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
        span: tags.span,
      },
      date: date && /^\d{4}-\d{2}-\d{2}$/.test(date.value) ? date : undefined,
    },
    specificities.note,
  )
}

function matched(text: string, pattern: RegExp): Fact<string> | undefined {
  const found = pattern.exec(text)
  const range = found?.indices?.[1]
  return found && range
    ? { value: found[1]!.trim(), span: textSpan(text, range[0], range[0] + found[1]!.trimEnd().length) }
    : undefined
}
