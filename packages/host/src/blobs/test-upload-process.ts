import { openBlobs } from './open-blobs.ts'

/** Writes a stream without end, until it is killed. */
const [dataFolder = ''] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const blobs = openBlobs({ dataFolder, log, now: () => new Date() })

async function* endless() {
  for (;;) {
    yield Buffer.alloc(64 * 1024)
    process.stdout.write('.')
  }
}

await blobs.putStream({ userId: 'ana' }, endless())
