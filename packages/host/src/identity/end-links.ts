import type { Statement } from '../storage/store.ts'

export type LinkPurpose = 'invitation' | 'password' | 'sign-in'

/** A link that signs in and links of other purposes do not end each other. Without a purpose all end. */
export function endLinksOf(userId: string, purpose?: LinkPurpose): Statement {
  const some = purpose === undefined ? '' : `and (purpose = 'sign-in') = ${purpose === 'sign-in'}`
  return {
    sql: `delete from one_time_links where user_id = $1 and used_at is null ${some}`,
    parameters: [userId],
  }
}
