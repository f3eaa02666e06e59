import type { Call } from '@quipu/kit'
import { cleanLine } from '@quipu/kit'

const mostLength = 100

/** What the client calls itself, fit to be shown to others; null for one that does not say. */
export function clientName({ client }: Pick<Call, 'client'>): string | null {
  const name = cleanLine(client?.name ?? '')
    .slice(0, mostLength)
    .toWellFormed()
  return name === '' ? null : name
}
