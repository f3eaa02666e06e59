import { PGliteThread } from './pglite-thread.ts'

/** Creates the files of a store in a process of its own, and sends why it failed. */
const [, , folder = ''] = process.argv
process.once('disconnect', () => process.exit())
try {
  await (await PGliteThread.start(folder)).close()
  process.exit()
} catch (error) {
  process.send?.(error instanceof Error ? error.message : String(error), () => process.exit(1))
}
