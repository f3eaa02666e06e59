import type { ClientInfo } from '@quipu/kit'
import { isFields } from './protocol.ts'

const longest = 200

/** What a client says of itself, cut to length; nothing is refused for being odd. */
export function clientInfo(value: unknown): ClientInfo | undefined {
  if (!isFields(value)) return undefined
  return { name: short(value['name']), version: short(value['version']) }
}

function short(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').slice(0, longest) : ''
}
