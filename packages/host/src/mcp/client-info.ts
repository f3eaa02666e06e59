import type { ClientInfo } from '@quipu/kit'
import { isFields } from '../input/fields.ts'

const longest = 200

/** The client's description of itself, shortened; unusual values are not refused. */
export function clientInfo(value: unknown): ClientInfo | undefined {
  if (!isFields(value)) return undefined
  return { name: short(value['name']), version: short(value['version']) }
}

function short(value: unknown): string {
  if (typeof value !== 'string') return ''
  const isFine = value.length <= longest && value.isWellFormed() && !value.includes('\0')
  return isFine ? value : value.slice(0, longest).toWellFormed().replaceAll('\0', '')
}
