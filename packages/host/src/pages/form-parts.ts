import { html, type Markup } from './markup.ts'

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'password' | 'text'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly minLength?: number | undefined
  readonly isReadOnly?: boolean | undefined
  readonly isFirst?: boolean | undefined
  readonly isCode?: boolean | undefined
}

/** A labelled input. If the page has an error, the input refers to it. */
export function field(field: Field, error?: string): Markup {
  const { name, label, type, autocomplete, value, hint, minLength, isReadOnly, isFirst, isCode } = field
  const isWrong = error !== undefined && isReadOnly !== true
  const described = [...(isWrong ? ['error'] : []), ...(hint === undefined ? [] : [`${name}-hint`])]
  const attributes = [
    ...(value === undefined ? [] : [html` value="${value}"`]),
    ...(described.length === 0 ? [] : [html` aria-describedby="${described.join(' ')}"`]),
    ...(isWrong ? [html` aria-invalid="true"`] : []),
    ...(minLength === undefined ? [] : [html` minlength="${String(minLength)}" maxlength="1024"`]),
    isReadOnly === true ? html` readonly` : html` required`,
    ...(isFirst === true ? [html` autofocus`] : []),
    ...(isCode === true ? [html` class="code" maxlength="40"`] : []),
  ]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      autocapitalize="${isCode === true ? 'characters' : 'none'}"
      autocorrect="off"
      spellcheck="false"
      ${attributes}
    />
    ${hint === undefined ? undefined : html`<p id="${name}-hint" class="small soft">${hint}</p>`}
  </div> `
}

/** The account of the password, for the person and for password managers, which store it with the password. */
export function accountField(email: string): Markup {
  return field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: email,
    isReadOnly: true,
  })
}

export interface TickBox {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly isTicked: boolean
}

/** A checkbox with its label beside it, and its meaning below. */
export function tickBox({ name, label, hint, isTicked }: TickBox): Markup {
  const attributes = [
    ...(isTicked ? [html` checked`] : []),
    ...(hint === undefined ? [] : [html` aria-describedby="${name}-hint"`]),
  ]
  return html`<div class="tick">
    <input id="${name}" name="${name}" type="checkbox" value="yes" autocomplete="off" ${attributes} />
    <label for="${name}">${label}</label>
    ${hint === undefined ? undefined : html`<p id="${name}-hint" class="small soft">${hint}</p>`}
  </div> `
}

export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`
}

/** The error, announced at once; fields refer to it by its id. */
export function errorSummary(error: string | undefined): Markup | undefined {
  return error === undefined
    ? undefined
    : html`<div id="error" class="note bad" role="alert"><p>${error}</p></div> `
}
