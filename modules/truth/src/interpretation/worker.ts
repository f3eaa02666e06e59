import { interpret } from './interpret.ts'
import type { Interpretation, Material } from './statement/interpretation.ts'

/** Reads a file in a process of its own. The caller sets the limits of time and memory. */
export async function run(input: unknown): Promise<Interpretation> {
  return interpret(materialOf(input))
}

function materialOf(input: unknown): Material {
  if (
    typeof input !== 'object' ||
    input === null ||
    !('bytes' in input) ||
    !(input.bytes instanceof Uint8Array)
  )
    throw new TypeError('The worker takes { bytes, mimeType, filename }')
  const mimeType = 'mimeType' in input && typeof input.mimeType === 'string' ? input.mimeType : ''
  const filename = 'filename' in input && typeof input.filename === 'string' ? input.filename : undefined
  return { bytes: input.bytes, mimeType, filename }
}
