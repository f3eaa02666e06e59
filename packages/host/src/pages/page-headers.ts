import { pagePolicy } from './page-policy.ts'

/** For every page with a form. `targets` are the places besides this server to which a form may lead. */
export function pageHeaders(targets: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(["'self'", ...targets]),
    // With no-referrer, browsers would send our own forms with the Origin "null".
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}

/** The source expression of a redirect URI: its origin, or its scheme if an app on the machine handles it. */
export function formTarget(redirectUri: string): string | undefined {
  const url = URL.parse(redirectUri)
  if (url === null) return undefined
  return url.origin === 'null' ? url.protocol : url.origin
}
