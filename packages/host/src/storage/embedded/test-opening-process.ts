import { cachedDataVersionTag } from 'node:v8'
import type { Log } from '@quipu/kit'
import { openStore } from '../../open-store.ts'

/** Opens the store of a data folder as a process of its own, and says so, between what compiled code is kept under before and after. */
const [, , folder = ''] = process.argv
const before = cachedDataVersionTag()
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const store = await openStore({ kind: 'embedded', folder }, { modules: [], log, now: () => new Date() })
process.stdout.write(`${before} opened ${cachedDataVersionTag()}\n`)
await store.close()
