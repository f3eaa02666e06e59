import { createHmac } from 'node:crypto'
import Provider from 'oidc-provider'

/**
 * The next refresh token is derived from the current one, so that simultaneous requests with the same token store and
 * get the same next token.
 */
export function deriveSuccessors(provider: Provider, key: Buffer): void {
  // A public class whose undocumented method generates new tokens: hence the exact version in package.json.
  const prototype = provider.RefreshToken.prototype as unknown as {
    generateTokenId: (this: unknown) => string
  }
  const generate = prototype.generateTokenId
  prototype.generateTokenId = function generateTokenId(this: unknown): string {
    const replaced = replacedToken()
    if (replaced === undefined) return generate.call(this)
    return createHmac('sha256', key).update(replaced).digest('base64url')
  }
}

/** The refresh token that the request of this moment replaces. */
export function replacedToken(): string | undefined {
  return Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti
}
