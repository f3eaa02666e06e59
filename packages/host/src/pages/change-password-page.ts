import { accountField, errorSummary, field, hidden, tickBox } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'
import { newPasswordFields } from './new-password-fields.ts'

export interface ChangePasswordPage {
  readonly action: string
  readonly csrf: string
  /** For password managers, which keep it with the password. */
  readonly email?: string | undefined
  readonly error?: string | undefined
  /** Whether other browsers and apps are to be signed out. Default: true. */
  readonly isEverywhere?: boolean | undefined
  /** A message after the change. */
  readonly done?: 'everywhere' | 'here' | undefined
}

export function changePasswordPage(page: ChangePasswordPage): string {
  const { action, csrf, email, error, isEverywhere = true, done } = page
  if (done !== undefined) return layout({ title, body: changed(done === 'everywhere') })
  const body = html`<h1>${title}</h1>
    ${errorSummary(error)}
    <form method="post" action="${action}">
      ${hidden('csrf', csrf)} ${email === undefined ? undefined : accountField(email)}
      ${field({ ...currentPassword, isFirst: true }, error)} ${newPasswordFields(error, false)}
      ${tickBox({
        name: 'everywhere',
        label: 'Sign out everywhere',
        hint: 'Ends other browsers and connected apps. Your personal tokens stay.',
        isTicked: isEverywhere,
      })}
      <button class="button primary" type="submit">${title}</button>
    </form>`
  return layout({ title, body })
}

const title = 'Change password'
const changed = (isEverywhere: boolean) =>
  html`<h1>${title}</h1>
    <div class="note good" role="status">
      <p>
        <strong>Your password is changed.</strong>
        ${
          isEverywhere
            ? 'Every other browser and every connected app is signed out.'
            : 'Other browsers and connected apps stay signed in.'
        }
      </p>
    </div>
    <div class="choices"><a class="button" href="/account">Back to your account</a></div>`
const currentPassword = {
  name: 'current',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
} as const
