import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import type { AccountServices, Person } from './services.ts'
import type { ErasedWire } from './wire.ts'

/** Nothing is erased unless the caller has confirmed that the data are erased too. */
export const EraseQuery = z.strictObject({ data: z.literal('erase').optional() })

export interface Erasure {
  readonly data: 'erase' | undefined
  /** The alternatives. */
  readonly instead: string
}

export async function erase(
  { accounts, userData }: AccountServices,
  { id, email }: Person,
  { data, instead }: Erasure,
): Promise<z.input<typeof ErasedWire>> {
  if (data === 'erase') {
    await accounts.erase(email)
    return { id, erased: true }
  }
  const summary = await userData.summary(id)
  const counted = summary.map(({ kind, rows }) => `${kind} (${rows})`).join(', ') || 'nothing'
  throw new ToolError(
    'VALIDATION_ERROR',
    `With the account of ${email} goes what is theirs: ${counted}. To erase it all for good, repeat with ?data=erase. ${instead}`,
    { parameter: 'data', summary },
  )
}
