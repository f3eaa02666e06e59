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
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    if (rotated === undefined) return generate.call(this)
    return createHmac('sha256', key).update(rotated.jti).digest('base64url')
  }
}
