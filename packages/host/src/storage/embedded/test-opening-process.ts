import type { Log } from '@quipu/kit'
import { openStore } from '../../open-store.ts'

/** Opens the store of a data folder as a process of its own, and says so. */
const [, , folder = ''] = process.argv
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const store = await openStore({ kind: 'embedded', folder }, { modules: [], log, now: () => new Date() })
process.stdout.write('opened\n')
await store.close()
