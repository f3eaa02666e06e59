import type { Statement } from '../storage/store.ts'

/** What they are sealed for. */
export const artifactsPurpose = 'oauth'

export function forgetExpiredArtifacts(now: Date): Statement {
  return { sql: 'delete from oauth_artifacts where expires_at < $1', parameters: [now] }
}
