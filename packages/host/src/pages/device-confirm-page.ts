import { displayName, visible } from './display-name.ts'
import { hidden } from './form-parts.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'

export interface DeviceConfirmPage {
  readonly action: string
  readonly csrf: string
  readonly userCode: string
  readonly client: { readonly name: string }
  /** The client that requested the code, as far as it is known. */
  readonly from: { readonly address: string; readonly agent: string }
}

export function deviceConfirmPage({ action, csrf, userCode, client, from }: DeviceConfirmPage): string {
  const name = displayName(client.name)
  const body = html`<h1>Is this your device?</h1>
    <p class="soft">
      <strong><bdi>${name}</bdi></strong> wants to connect. It must show exactly this code:
    </p>
    <p class="well code">${visible(userCode)}</p>
    <div class="note warn" role="note">
      <p>
        <strong>Only continue if you started this yourself just now.</strong> If somebody sent you this page
        or the code, cancel.
      </p>
    </div>
    <dl class="well small">
      <dt>Asked from the address</dt>
      <dd><bdi>${visible(from.address)}</bdi></dd>
      <dt>By the program</dt>
      <dd><bdi>${from.agent === '' ? 'It did not say' : displayName(from.agent)}</bdi></dd>
    </dl>
    <form method="post" action="${action}">
      ${hidden('xsrf', csrf)}${hidden('user_code', userCode)}
      <div class="choices pair">
        <button class="button primary" type="submit" name="confirm" value="yes">Continue</button>
        <button class="button" type="submit" name="abort" value="yes">Cancel</button>
      </div>
    </form>`
  return layout({ title: 'Is this your device?', body })
}
