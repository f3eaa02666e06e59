import type { Store, StoreTx } from '../../storage/store.ts'
import type { UpstreamPerson } from './issuer.ts'

/** The result of linking an identity to an account. */
export type Linking = 'linked' | 'someone-else' | 'has-password' | 'has-identity' | 'disabled' | 'gone'

/** Identities at other issuers: an identity is an issuer and a subject, and belongs to one account. */
export class Identities {
  readonly #store: Store
  readonly #now: () => Date

  constructor(store: Store, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  /** Also stores the current address from the issuer, which is used for no decision. */
  async find({
    issuer,
    subject,
    email,
  }: UpstreamPerson): Promise<{ userId: string; isDisabled: boolean } | undefined> {
    const [row] = await this.#store.query<{ userId: string; isDisabled: boolean }>('everyone', {
      sql: `update identities set email = coalesce(nullif($3, ''), identities.email)
        from users where issuer = $1 and subject = $2 and users.id = user_id
        returning user_id as "userId", users.disabled_at is not null as "isDisabled"`,
      parameters: [issuer, subject, email],
    })
    return row
  }

  /** For a signed-in person. Linking an identity again changes nothing. */
  link(userId: string, person: UpstreamPerson): Promise<Linking> {
    return this.#give(userId, person, () => 'linked')
  }

  /** For an account that nobody has signed in to yet: one with a password or another identity is in use. */
  claim(userId: string, person: UpstreamPerson): Promise<Linking> {
    return this.#give(userId, person, ({ hasPassword, hasIdentity }) => {
      if (hasPassword) return 'has-password'
      return hasIdentity ? 'has-identity' : 'linked'
    })
  }

  /** Locks the account, so that of two identities that claim it at once the second sees the first. */
  #give(userId: string, person: UpstreamPerson, decide: (account: Locked) => Linking): Promise<Linking> {
    return this.#store.transaction('everyone', async (tx) => {
      const account = await locked(tx, userId)
      if (account === undefined) return 'gone'
      if (account.isDisabled) return 'disabled'
      const holders = await tx.query<{ user_id: string; isThis: boolean }>({
        sql: `select user_id, issuer = $1 and subject = $2 as "isThis" from identities
          where user_id = $3 or (issuer = $1 and subject = $2)`,
        parameters: [person.issuer, person.subject, userId],
      })
      const holder = holders.find(({ isThis }) => isThis)
      if (holder !== undefined) return holder.user_id === userId ? 'linked' : 'someone-else'
      const decision = decide({ ...account, hasIdentity: holders.length > 0 })
      if (decision !== 'linked') return decision
      const [made] = await tx.query({
        sql: `insert into identities (issuer, subject, user_id, email, linked_at) values ($1, $2, $3, $4, $5)
          on conflict do nothing returning 1 as made`,
        parameters: [person.issuer, person.subject, userId, person.email, this.#now()],
      })
      // Somebody else got it between our check and our insert: the same account would have waited for the lock.
      return made === undefined ? 'someone-else' : 'linked'
    })
  }
}

interface AccountFlags {
  readonly hasPassword: boolean
  readonly isDisabled: boolean
}

interface Locked extends AccountFlags {
  readonly hasIdentity: boolean
}

async function locked(tx: StoreTx, userId: string): Promise<AccountFlags | undefined> {
  const [row] = await tx.query<AccountFlags>({
    sql: `select password_hash is not null as "hasPassword", disabled_at is not null as "isDisabled"
      from users where id = $1 for update`,
    parameters: [userId],
  })
  return row
}
