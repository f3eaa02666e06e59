import type { Call, Module } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OpenModule } from './call-parts.ts'

/** Something that modules may offer, how it is read, and what stands for it where it could not be read. */
interface Reader<Part, Found> {
  readonly part: (module: Module) => Part | undefined
  readonly read: (part: Part, service: unknown) => Promise<Found>
  readonly nothing: Found
}

/** In each module that offers it and that the credential may read. If one module fails, the others are still read. */
export async function readEachModule<Part extends { readonly needs: string }, Found extends object>(
  opened: readonly OpenModule[],
  { caller }: Call,
  { part: partOf, read, nothing }: Reader<Part, Found>,
): Promise<readonly (Found & { readonly module: string; readonly problem?: string })[]> {
  const found = opened.map(async ({ module, service }) => {
    const part = partOf(module)
    if (part === undefined || !caller.permissions.has(part.needs)) return []
    try {
      return [{ module: module.name, ...(await read(part, service)) }]
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return [{ module: module.name, ...nothing, problem: error.message }]
    }
  })
  return (await Promise.all(found)).flat()
}
