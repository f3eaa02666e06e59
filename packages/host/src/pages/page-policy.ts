/**
 * The Content-Security-Policy of a page. Browsers also apply `form-action` to redirects of the answer to a form, so a
 * page whose form ends at a client names the origin or scheme of that client here.
 */
export function pagePolicy(formTargets: readonly string[] = ["'self'"]): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${formTargets.join(' ')}`,
  ].join('; ')
}
