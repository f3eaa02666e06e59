import { accountField, errorSummary, field, hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'
import { newPasswordFields } from './new-password-fields.ts'

export interface ChangePasswordPage {
  readonly action: string
  readonly csrf: string
  /** For password managers, which keep it with the password. */
  readonly email?: string | undefined
  readonly error?: string | undefined
  readonly done?: boolean | undefined
}

export function changePasswordPage({ action, csrf, email, error, done }: ChangePasswordPage): string {
  if (done === true) return layout({ title, body: changed })
  const body = html`<h1>${title}</h1>
    <p class="soft">Every other browser in which you are signed in will be signed out.</p>
    ${errorSummary(error)}
    <form method="post" action="${action}">
      ${hidden('csrf', csrf)} ${email === undefined ? undefined : accountField(email)}
      ${field({ ...currentPassword, isFirst: true }, error)} ${newPasswordFields(error, false)}
      <button class="button primary" type="submit">${title}</button>
    </form>`
  return layout({ title, body })
}

const title = 'Change password'
const changed = html`<h1>${title}</h1>
  <div class="note good" role="status">
    <p><strong>Your password is changed.</strong> Every other browser is signed out.</p>
  </div>
  <div class="choices"><a class="button" href="/login">Back to your account</a></div>`
const currentPassword = {
  name: 'current',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
} as const
