import { field } from './form-parts.ts'
import { html, type Markup } from './markup.ts'

/** `password` and `repeat`: without a script a person cannot show what they typed, so they type it twice. */
export function newPasswordFields(error: string | undefined, isFirst: boolean): Markup {
  const common = { type: 'password', autocomplete: 'new-password', minLength: 8 } as const
  const hint = 'At least 8 characters. A few unrelated words are easy to remember and hard to guess.'
  return html`${field({ ...common, name: 'password', label: 'New password', hint, isFirst }, error)}
  ${field({ ...common, name: 'repeat', label: 'The same again' }, error)}`
}
