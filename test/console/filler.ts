import { defineModule, type Db, type Module } from '@quipu/kit'

/** A module that hands out the store, so that a test can write many rows at once without the rules of the other modules. */
export function fillerModule(take: (db: Db) => void): Module {
  return defineModule({
    name: 'filler',
    title: 'Filler',
    permissions: {},
    tools: [],
    open: (ports) => take(ports.db),
  })
}
