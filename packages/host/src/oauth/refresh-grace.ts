import { createHmac } from 'node:crypto'
import Provider from 'oidc-provider'

/**
 * The successor of a refresh token follows from the token, so that requests which rotate the same one at the same
 * time store and receive one successor, not several.
 */
export function deriveSuccessors(provider: Provider, key: Buffer): void {
  // A public class whose undocumented method names new tokens: hence the exact version in package.json.
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
