import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { SyncedDisk } from './synced-disk.ts'

/** Loaded ahead of a program with `--import`: notes what the program brings to the disk with fsync. */
const disk = new SyncedDisk(process.env['QUIPU_SYNCED_DISK'] ?? '')
const { fsyncSync } = fs

fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor)
  disk.record(descriptor)
}
syncBuiltinESMExports()
