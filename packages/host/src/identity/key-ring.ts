import type { SealedColumn } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Statement, Store } from '../storage/store.ts'
import { newRequestId } from '../telemetry/request-id.ts'
import { artifactsPurpose } from './kept-artifacts.ts'
import type { RootSecret } from './root-secret.ts'
import type { KeyState, SigningKeys } from './signing-keys.ts'
import { signingKeyPurpose } from './signing-keys.ts'

export interface KeyRing {
  list(): Promise<readonly KeyState[]>
  /**
   * Makes a new key that signs from now on. Former keys verify until none of their tokens can be valid, or end at once.
   */
  rotate(options?: { readonly endFormer?: boolean }): Promise<KeyState>
  /** Seals everything again under the current root secret. Returns the number of values. */
  reseal(): Promise<number>
}

export interface KeyRingOptions {
  readonly store: Store
  readonly secrets: RootSecret
  readonly keys: SigningKeys
  readonly now: () => Date
  readonly record: (event: AuditEvent) => void
  /** The columns of modules. */
  readonly sealed?: readonly SealedColumn[] | undefined
}

/**
 * All sealed columns of the host. A column that is missing here, or in a module, is lost when the previous root secret
 * is removed.
 */
const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', key: { kid: 'text' }, column: 'sealed_private_jwk', purpose: signingKeyPurpose },
  {
    table: 'oauth_artifacts',
    key: { kind: 'text', id_hash: 'text' },
    column: 'sealed_payload',
    purpose: artifactsPurpose,
  },
]

export function openKeyRing(options: KeyRingOptions): KeyRing {
  return {
    list: () => options.keys.list(),
    rotate: async ({ endFormer = false } = {}) => {
      const now = options.now()
      const made = await options.keys.replace(endFormer ? now : new Date(now.getTime() + longestTokenMs))
      options.record({
        userId: undefined,
        action: 'keys.rotated',
        resourceType: 'signing_key',
        resourceId: made.kid,
        outcome: 'ok',
        requestId: newRequestId(),
        metadata: {},
      })
      return made
    },
    reseal: () => resealAll(options),
  }
}

/** A token lives for at most a year, and another instance may sign with the former key for another minute. */
const longestTokenMs = 366 * 86_400_000
const batchRows = 500
const maxPasses = 10

async function resealAll({ store, secrets, sealed: ofModules = [] }: KeyRingOptions): Promise<number> {
  let renewed = 0
  const unreadable: string[] = []
  for (const sealed of [...sealedColumns, ...ofModules]) {
    const outcome = await resealColumn(store, secrets, sealed)
    renewed += outcome.renewed
    if (outcome.unreadable > 0) unreadable.push(`${outcome.unreadable} in ${sealed.table}.${sealed.column}`)
  }
  if (unreadable.length === 0) return renewed
  throw new ToolError(
    'CONFLICT',
    `${renewed} values were sealed again, but neither JWT_SECRET nor JWT_SECRET_PREVIOUS opens ${unreadable.join(', ')}; ` +
      'set JWT_SECRET_PREVIOUS to the secret that sealed them, and try again',
  )
}

/** Repeats over the column until a pass finds nothing to do, so that rows that were being changed are done too. */
async function resealColumn(store: Store, secrets: RootSecret, sealed: SealedColumn): Promise<Outcome> {
  let renewed = 0
  for (let pass = 0; pass < maxPasses; pass++) {
    const { found, ...outcome } = await onePass(store, secrets, sealed)
    renewed += outcome.renewed
    if (found === 0) return { renewed, unreadable: outcome.unreadable }
  }
  throw new ToolError(
    'CONFLICT',
    `Another process keeps sealing ${sealed.table} under the former secret; restart every server with the new one, and try again`,
  )
}

interface Outcome {
  readonly renewed: number
  readonly unreadable: number
}

async function onePass(
  store: Store,
  secrets: RootSecret,
  sealed: SealedColumn,
): Promise<Outcome & { readonly found: number }> {
  const total = { found: 0, renewed: 0, unreadable: 0 }
  let after: readonly unknown[] | undefined
  do {
    const rows = await store.query<SealedRow>('everyone', selectBatch(sealed, after))
    const renewals: Renewal[] = []
    for (const row of rows) {
      const fresh = renewedValue(secrets, sealed.purpose, row.sealed)
      if (fresh === null) total.unreadable += 1
      else if (fresh !== undefined) renewals.push({ row, fresh })
    }
    total.found += renewals.length
    if (renewals.length > 0) {
      const done = await store.query('everyone', updateBatch(sealed, renewals))
      total.renewed += done.length
    }
    const last = rows.length === batchRows ? rows.at(-1) : undefined
    after = last && keyOf(sealed, last)
  } while (after !== undefined)
  return total
}

type SealedRow = Readonly<Record<string, unknown>> & { readonly sealed: string }

interface Renewal {
  readonly row: SealedRow
  readonly fresh: string
}

/** Undefined for a current value, null for one that cannot be opened. */
function renewedValue(secrets: RootSecret, purpose: string, sealed: string): string | undefined | null {
  try {
    return secrets.renew(purpose, sealed)
  } catch {
    return null
  }
}

function keyOf({ key }: SealedColumn, row: SealedRow): readonly unknown[] {
  return Object.keys(key).map((name) => row[name])
}

function selectBatch({ table, key, column }: SealedColumn, after: readonly unknown[] | undefined): Statement {
  const names = Object.keys(key).join(', ')
  const places = Object.values(key).map((type, index) => `$${index + 1}::${type}`)
  const where = after === undefined ? '' : `where (${names}) > (${places.join(', ')})`
  return {
    sql: `select ${names}, ${column} as sealed from ${table} ${where} order by ${names} limit ${batchRows}`,
    parameters: after ?? [],
  }
}

/** Skips rows that are being changed, so it cannot deadlock; the next pass does them. */
function updateBatch({ table, key, column }: SealedColumn, renewals: readonly Renewal[]): Statement {
  const names = Object.keys(key)
  const types = [...Object.values(key), 'text', 'text']
  const places = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  return {
    sql: `with renewal as (select * from unnest(${places}) as renewal (${names.join(', ')}, was, fresh)),
            free as (
              select ${names.map((name) => `held.${name}`).join(', ')}, fresh
              from ${table} as held join renewal using (${names.join(', ')})
              where held.${column} = was for update of held skip locked)
          update ${table} as held set ${column} = free.fresh from free
          where ${names.map((name) => `held.${name} = free.${name}`).join(' and ')} returning 1`,
    parameters: [
      ...names.map((name) => renewals.map(({ row }) => row[name])),
      renewals.map(({ row }) => row.sealed),
      renewals.map(({ fresh }) => fresh),
    ],
  }
}
