import { displayName } from './display-name.ts'
import { layout } from './layout.ts'
import { html } from './markup.ts'

export function deviceDonePage({ clientName }: { readonly clientName: string }): string {
  const body = html`<h1>Connected</h1>
    <p>
      <strong><bdi>${displayName(clientName)}</bdi></strong> may now act as you, within what you allowed.
    </p>
    <p class="soft">
      You can close this page and go back to your device. It goes on by itself within a few seconds.
    </p>`
  return layout({ title: 'Connected', body })
}
