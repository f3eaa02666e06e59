import { createHash } from 'node:crypto'
import { canonicalJson } from '../input/fields.ts'
import type { ListedTool } from './tools-port.ts'

/** Of what clients are told of these tools, in any order. It says nothing of who may call them. */
export function fingerprintOf(tools: readonly ListedTool[]): string {
  const told = tools
    .map(({ name, title, description, effect, inputSchema, outputSchema }) =>
      canonicalJson({ name, title, description, effect, inputSchema, outputSchema: outputSchema ?? null }),
    )
    .toSorted((a, b) => (a < b ? -1 : 1))
  return createHash('sha256').update(told.join('\n')).digest('hex')
}
