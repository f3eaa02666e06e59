import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { SyncedDisk } from './synced-disk.ts'

/** Loaded before a program with `--import`: records what the program writes to the disk with fsync. */
const disk = new SyncedDisk(process.env['QUIPU_SYNCED_DISK'] ?? '')
const { fsyncSync } = fs

fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor)
  disk.record(descriptor)
}
syncBuiltinESMExports()
