import type { Call, ModuleRows, OwnRowsPort } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OpenModule } from './call-parts.ts'

/**
 * The caller's rows in each module that the credential may read. If one module cannot be read, the others still are.
 */
export function readOwnRows(opened: readonly OpenModule[]): OwnRowsPort {
  return (call, most) => {
    const readable = opened.filter(
      ({ module: { ownRows } }) => ownRows !== undefined && call.caller.permissions.has(ownRows.needs),
    )
    return Promise.all(readable.map((open) => rowsOf(open, call, most)))
  }
}

async function rowsOf({ module, service }: OpenModule, call: Call, most: number): Promise<ModuleRows> {
  try {
    return { module: module.name, tables: (await module.ownRows?.tables(service, call, most)) ?? [] }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { module: module.name, tables: [], problem: error.message }
  }
}
