import type { OwnRowsPort } from '@quipu/kit'
import type { OpenModule } from './call-parts.ts'
import { readEachModule } from './read-each-module.ts'

/** The caller's rows in each module. */
export function readOwnRows(opened: readonly OpenModule[]): OwnRowsPort {
  return (call, most) =>
    readEachModule(opened, call, {
      part: ({ ownRows }) => ownRows,
      read: async (ownRows, service) => ({ tables: await ownRows.tables(service, call, most) }),
      nothing: { tables: [] },
    })
}
