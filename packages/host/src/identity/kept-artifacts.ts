import type { Statement } from '../storage/store.ts'

/** The purpose for which they are sealed. */
export const artifactsPurpose = 'oauth'

export function forgetExpiredArtifacts(now: Date): Statement {
  return { sql: 'delete from oauth_artifacts where expires_at < $1', parameters: [now] }
}
