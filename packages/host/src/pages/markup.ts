/** HTML that is safe to print unchanged. Only `html` makes it, so no text can get in unescaped. */
export class Markup {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static of(parts: readonly string[], values: readonly MarkupValue[]): Markup {
    return new Markup(
      parts.map((part, at) => part + (at < values.length ? printed(values[at]) : '')).join(''),
    )
  }
}

export type MarkupValue = string | Markup | readonly Markup[] | undefined

/** Escapes its values, except other markup; prints nothing for `undefined`. */
export function html(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.of(parts, values)
}

/** For constants of this project, such as a style sheet; never for text from outside. */
export function trusted(text: string): Markup {
  return Markup.of([text], [])
}

function printed(value: MarkupValue): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escape(value)
  if (value instanceof Markup) return value.text
  return value.map(({ text }) => text).join('')
}

/** Removes characters that change the direction of text or that no page may contain. */
function escape(text: string): string {
  return text.replace(unprintable, '').replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
}

const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu
