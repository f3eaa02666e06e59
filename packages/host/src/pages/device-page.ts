import { errorSummary, field, hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'

export interface DevicePage {
  readonly action: string
  readonly csrf: string
  readonly userCode?: string | undefined
  readonly error?: string | undefined
}

export function devicePage({ action, csrf, userCode, error }: DevicePage): string {
  const body = html`<h1>Connect a device</h1>
    <p class="soft">Type the code that the device or program shows you.</p>
    ${errorSummary(error)}
    <form method="post" action="${action}">
      ${hidden('xsrf', csrf)} ${field({ ...codeField, value: userCode }, error)}
      <button class="button primary" type="submit">Continue</button>
    </form>
    <p class="foot small soft">
      Did somebody send you a code? Close this page: whoever made the code would act as you.
    </p>`
  return layout({ title: 'Connect a device', body })
}

const codeField = {
  name: 'user_code',
  label: 'Code',
  type: 'text',
  autocomplete: 'off',
  hint: 'Small letters, spaces and dashes make no difference.',
  isFirst: true,
  isCode: true,
} as const
