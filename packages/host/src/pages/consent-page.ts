import { displayName, visible } from './display-name.ts'
import { errorSummary, hidden, tickBox } from './form-parts.ts'
import { layout } from './layout.ts'
import { html, type Markup } from './markup.ts'

export interface ConsentPage {
  readonly action: string
  readonly csrf: string
  readonly client: {
    readonly name: string
    readonly id: string
    /** The publisher by its metadata document, which confirms the name. */
    readonly host?: string | undefined
  }
  /** Where the browser goes next: a host, or the scheme of an app on this computer. None for a device. */
  readonly redirectHost: string | undefined
  /** The redirect stays on this computer: localhost or an app's own scheme. */
  readonly isLoopback: boolean
  /** The client's name is not verified. */
  readonly isUnverified: boolean
  readonly resourceName: string
  readonly resource: string
  readonly scopes: readonly ConsentScope[]
  readonly account: { readonly email: string }
  readonly switchAction: string
  readonly error?: string | undefined
}

export interface ConsentScope {
  readonly name: string
  readonly says: string
  /** Whether the role of the account has it. */
  readonly isAllowed: boolean
}

/** The form field that is present if the person grants the scope. */
export function scopeField(name: string): string {
  return `scope.${name}`
}

export function consentPage(page: ConsentPage): string {
  const name = displayName(page.client.name)
  const body = html`<h1>Connect <bdi>${name}</bdi>?</h1>
    <p class="soft">It wants to use <strong>${page.resourceName}</strong> as you.</p>
    ${errorSummary(page.error)} ${warning(page, name)}
    <dl class="well">
      ${destination(page.redirectHost)}
      <dt>It connects to</dt>
      <dd class="small"><code>${page.resource}</code></dd>
      ${publisher(page.client)}
    </dl>
    <form method="post" action="${page.action}">
      ${hidden('csrf', page.csrf)} ${scopeList(page)}
      <div class="choices pair dock">
        ${canAllow(page.scopes) ? allowButton : undefined}
        <button class="button" type="submit" name="decision" value="deny">Deny</button>
      </div>
    </form>
    <form class="foot small soft" method="post" action="${page.switchAction}">
      ${hidden('csrf', page.csrf)} Signed in as <strong>${page.account.email}</strong>.<br />Not you?
      <button class="link" type="submit">Use another account</button>
    </form>`
  return layout({ title: `Connect ${name}?`, body })
}

const allowButton = html`<button class="button primary" type="submit" name="decision" value="allow">
  Allow
</button>`

/** Whether there is anything that the person could grant. */
function canAllow(scopes: readonly ConsentScope[]): boolean {
  return scopes.length === 0 || scopes.some(({ isAllowed }) => isAllowed)
}

function warning({ isLoopback, isUnverified }: ConsentPage, name: string): Markup | undefined {
  if (!isLoopback && !isUnverified) return undefined
  const local = html`<p>
    <strong>This app runs on this computer.</strong> Only continue if you started it yourself just now.
  </p>`
  const unverified = html`<p>
    It calls itself “<bdi>${name}</bdi>”. Nobody has checked that name, so go by where you will be sent.
  </p>`
  return html`<div class="note warn" role="note">
    ${isLoopback ? local : undefined} ${isUnverified ? unverified : undefined}
  </div>`
}

function destination(redirectHost: string | undefined): Markup {
  if (redirectHost === undefined)
    return html`<dt>The answer goes to</dt>
      <dd class="place">the device that shows the code</dd> `
  return html`<dt>You will be sent to</dt>
    <dd class="place"><bdi>${visible(redirectHost)}</bdi></dd> `
}

function publisher({ id, host }: ConsentPage['client']): Markup {
  if (host === undefined)
    return html`<dt>Client ID</dt>
      <dd class="small"><code>${displayName(id)}</code></dd> `
  return html`<dt>The app is published by</dt>
    <dd><bdi>${visible(host)}</bdi></dd> `
}

/** After an error the person has ticked nothing, and nothing is ticked for them. */
function scopeList({ scopes, error }: ConsentPage): Markup {
  if (scopes.length === 0) return html`<h2>It asks for nothing but to know who you are</h2>`
  const items = scopes.map(({ name, says, isAllowed }) =>
    isAllowed
      ? html`<li>${tickBox({ name: scopeField(name), label: says, isTicked: error === undefined })}</li> `
      : html`<li class="off" title="${name}">
          <s>${says}</s> <span class="small">your role does not allow this</span>
        </li> `,
  )
  return html`<h2>
      ${canAllow(scopes) ? 'It will be able to' : 'Your role allows nothing of what it asks for'}
    </h2>
    <ul class="scopes">
      ${items}
    </ul>`
}
