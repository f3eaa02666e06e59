/** The text of a value, for editing. */
export function typedText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of a typed text for a field of this type. An empty text clears it; the server refuses a value that does not fit. */
export function typedValue(type: string, typed: string): unknown {
  const text = typed.trim()
  if (text === '') return null
  if (type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'list' && !text.startsWith('['))
    return text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  if (type === 'json' || type === 'list')
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  return text
}

export function hintFor(type: string): string {
  const forms: Readonly<Record<string, string>> = {
    number: 'A number.',
    boolean: 'true or false.',
    date: 'A day, such as 2026-03-31.',
    moment: 'A day or a time, such as 2026-03-31T09:30.',
    currency: 'A code, such as EUR.',
    list: 'Several, apart by commas.',
    json: 'JSON.',
  }
  return `${forms[type] ?? 'A text.'} Leave it empty to clear the field.`
}
