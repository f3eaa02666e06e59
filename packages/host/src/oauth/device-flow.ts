import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { deviceConfirmPage } from '../pages/device-confirm-page.ts'
import { deviceDonePage } from '../pages/device-done-page.ts'
import { devicePage } from '../pages/device-page.ts'
import { displayName } from '../pages/display-name.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { textOf } from './authorization-request.ts'
import { paths } from './server-metadata.ts'

/** The seconds that a device must leave between two polls. */
export const pollSeconds = 5

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

/** RFC 8628: a person types the code of a device without a browser, and sees which app it is before approving it. */
export function deviceFlow(): DeviceFlow {
  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: (ctx) => ({ ip: ctx.ip, ua: ctx.get('user-agent').slice(0, 200) }),
    userCodeInputSource: (ctx, _form, out, error) => {
      const userCode = typed(error) ?? prefilled(ctx)
      show(
        ctx,
        devicePage({
          action: paths.code_verification,
          csrf: secretOf(ctx),
          userCode,
          error: inWords(out, error),
        }),
      )
    },
    userCodeConfirmSource: (ctx, _form, client, deviceInfo, userCode) => {
      show(
        ctx,
        deviceConfirmPage({
          action: paths.code_verification,
          csrf: secretOf(ctx),
          userCode,
          client: { name: displayName(client.clientName ?? client.clientId) },
          from: { address: textOf(deviceInfo['ip']), agent: textOf(deviceInfo['ua']) },
        }),
      )
    },
    successSource: (ctx) => {
      const { client } = ctx.oidc
      show(ctx, deviceDonePage({ clientName: displayName(client?.clientName ?? client?.clientId ?? '') }))
    },
  }
}

/** The code from the link that a device may show, filled into the form instead of being sent at once. */
export function prefillCode(ctx: KoaContextWithOIDC): void {
  const { user_code: code, ...rest } = ctx.query
  if (typeof code !== 'string') return
  ctx.state['userCode'] = code.slice(0, 20)
  ctx.query = rest
}

function prefilled({ state }: KoaContextWithOIDC): string | undefined {
  const code: unknown = state['userCode']
  return typeof code === 'string' ? code : undefined
}

function show(ctx: KoaContextWithOIDC, html: string): void {
  ctx.set(pageHeaders())
  ctx.type = 'html'
  ctx.body = html
}

function secretOf({ oidc }: KoaContextWithOIDC): string {
  return textOf(oidc.session?.state?.['secret'])
}

function typed(error: unknown): string | undefined {
  return error instanceof Error && 'userCode' in error && typeof error.userCode === 'string'
    ? error.userCode
    : undefined
}

function inWords(out: unknown, error: unknown): string | undefined {
  if (out === undefined && error === undefined) return undefined
  const name = error instanceof Error ? error.constructor.name : ''
  return wordsFor[name] ?? 'That did not work. Enter the code that your device shows.'
}

const wordsFor: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that your device shows.',
  NotFoundError: 'There is no such code. Check what your device shows and enter it again.',
  ExpiredError: 'This code has expired. Start again on your device to get a new one.',
  AlreadyUsedError: 'This code was used already. Start again on your device to get a new one.',
  AbortedError: 'You declined, and your device has been notified. You can close this page.',
}
