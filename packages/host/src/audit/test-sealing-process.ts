import type { Log } from '@quipu/kit'
import type { StorePlace } from '../open-store.ts'
import { openStore } from '../open-store.ts'
import { openAudit } from './audit.ts'
import { Sealer } from './sealer.ts'
import { event } from './test-events.ts'

/** Writes and seals without end, in small steps, until it is killed. */
const [place = '', key = ''] = process.argv.slice(2)
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const now = () => new Date()
const store = await openStore(JSON.parse(place) as StorePlace, { modules: [], log, now })
const sealer = new Sealer({ store, keys: [Buffer.from(key, 'hex')], now, log })
for (;;) {
  const audit = openAudit(store, now, log)
  for (let row = 0; row < 7; row += 1) audit.record(event())
  await Promise.all([audit.close(), sealer.seal()])
  process.stdout.write('sealed\n')
}
