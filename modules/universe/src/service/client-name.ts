import type { Call } from '@quipu/kit'
import { cleanLine } from '@quipu/kit'

const mostLength = 100

/** The client's name, safe to be shown to others; null if it gives none. */
export function clientName({ client }: Pick<Call, 'client'>): string | null {
  const name = cleanLine(client?.name ?? '')
    .slice(0, mostLength)
    .toWellFormed()
  return name === '' ? null : name
}
