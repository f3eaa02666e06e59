import { accountField, errorSummary, hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'
import { newPasswordFields } from './new-password-fields.ts'

export interface ChoosePasswordPage {
  readonly purpose: 'invitation' | 'password'
  readonly action: string
  readonly csrf: string
  readonly email: string
  readonly error?: string | undefined
}

export function choosePasswordPage({ purpose, action, csrf, email, error }: ChoosePasswordPage): string {
  const { title, why, done } = words[purpose]
  const body = html`<h1>${title}</h1>
    <p class="soft">${why}</p>
    ${errorSummary(error)}
    <form method="post" action="${action}">
      ${hidden('csrf', csrf)} ${accountField(email)} ${newPasswordFields(error, true)}
      <button class="button primary" type="submit">${done}</button>
    </form>`
  return layout({ title, body })
}

const words = {
  invitation: {
    title: 'Welcome to Quipu',
    why: 'You were invited. Choose a password, and your account is ready.',
    done: 'Create account',
  },
  password: {
    title: 'Choose a new password',
    why: 'Your old password stops working. Other browsers and connected apps are signed out.',
    done: 'Save password',
  },
}
