import { ToolError } from '@quipu/kit'
import type { Accounts } from '../../identity/accounts.ts'
import type { Upstream } from './issuer.ts'
import { parseEmail } from '../../identity/email.ts'
import type { Identities, Linking } from './identities.ts'
import type { UpstreamPerson } from './issuer.ts'

export interface ArrivalParts {
  readonly upstream: Upstream
  readonly accounts: Pick<Accounts, 'byEmail' | 'create'>
  readonly identities: Identities
}

export interface Arrival {
  readonly userId: string
  /** By a known identity, by an unused invitation, as a new account, or to be linked. */
  readonly how: 'known' | 'invited' | 'newcomer' | 'linked'
}

/** The account of a person who comes from an issuer. An e-mail address alone never opens an account that is in use. */
export async function arrive(parts: ArrivalParts, person: UpstreamPerson): Promise<Arrival> {
  const { upstream, accounts, identities } = parts
  refuseOdd(upstream, person)
  const known = await identities.find(person)
  if (known !== undefined) {
    if (known.isDisabled) throw refusal('disabled', upstream, person)
    return { userId: known.userId, how: 'known' }
  }
  const email = verifiedEmail(upstream, person)
  const account = await accounts.byEmail(email)
  if (account !== undefined) return claim(parts, person, account.id, 'invited')
  if (upstream.newcomers === undefined)
    throw new ToolError('FORBIDDEN', `There is no account for ${email} here; ask an admin for an invitation`)
  try {
    const { id } = await accounts.create({ email, name: person.name, role: upstream.newcomers })
    return await claim(parts, person, id, 'newcomer')
  } catch (error) {
    const made = isConflict(error) ? await accounts.byEmail(email) : undefined
    // Two windows of one person at once: the other one has created the account.
    if (made !== undefined) return claim(parts, person, made.id, 'newcomer')
    throw error
  }
}

/** For a person who is signed in and asked for it. */
export async function linkTo(parts: ArrivalParts, person: UpstreamPerson, userId: string): Promise<Arrival> {
  refuseOdd(parts.upstream, person)
  const linking = await parts.identities.link(userId, person)
  if (linking !== 'linked') throw refusal(linking, parts.upstream, person)
  return { userId, how: 'linked' }
}

async function claim(
  { upstream, identities }: ArrivalParts,
  person: UpstreamPerson,
  userId: string,
  how: Arrival['how'],
): Promise<Arrival> {
  const linking = await identities.claim(userId, person)
  if (linking !== 'linked') throw refusal(linking, upstream, person)
  return { userId, how }
}

function refusal(
  linking: Exclude<Linking, 'linked'>,
  { name }: Upstream,
  { email }: UpstreamPerson,
): ToolError {
  switch (linking) {
    case 'has-password':
      return new ToolError(
        'FORBIDDEN',
        `There is an account for ${email} here that is not linked with ${name}; ` +
          `sign in with your password first, then link ${name} at /account`,
      )
    case 'has-identity':
      return new ToolError(
        'FORBIDDEN',
        `The account for ${email} here is linked with another sign-in; ` +
          `sign in the way you did before, then link ${name} at /account`,
      )
    case 'someone-else':
      return new ToolError(
        'CONFLICT',
        `This sign-in at ${name} belongs to another account here; sign in with it, or use another one at ${name}`,
      )
    case 'disabled':
      return new ToolError('FORBIDDEN', 'This account is disabled; ask an admin to enable it')
    case 'gone':
      return new ToolError(
        'FORBIDDEN',
        'This account does not exist any more; ask an admin for an invitation',
      )
  }
}

/** The same message whether or not there is an account, so that claiming an address reveals nothing. */
function verifiedEmail({ name }: Upstream, { email, isEmailVerified }: UpstreamPerson): string {
  if (email === '')
    throw new ToolError('FORBIDDEN', `${name} did not tell your e-mail address; allow it there and try again`)
  if (!isEmailVerified)
    throw new ToolError(
      'FORBIDDEN',
      `${name} has not confirmed that ${email} is your address. Confirm it there and try again; ` +
        `if you have an account here, sign in with your password first, then link ${name} at /account`,
    )
  return parseEmail(email)
}

/** A value that no store can hold and that no healthy issuer sends. */
function refuseOdd({ name }: Upstream, { subject }: UpstreamPerson): void {
  if (subject === '' || subject.length > 255 || !subject.isWellFormed() || /\p{Cc}/u.test(subject))
    throw new ToolError('VALIDATION_ERROR', `${name} names you in a way that cannot be kept; ask an admin`)
}

function isConflict(error: unknown): boolean {
  return error instanceof ToolError && error.code === 'CONFLICT'
}
