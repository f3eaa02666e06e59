import { WorkerPool } from './worker-pool.ts'

/** Runs a task without end and prints its process id, until it is killed. */
const pool = new WorkerPool({ log: { debug() {}, info() {}, warn() {}, error() {} } })
await pool.run(
  new URL('./test-tasks/try-everything.ts', import.meta.url),
  { what: 'loop' },
  { ms: 600_000, memoryMb: 64, progress: (pid) => process.stdout.write(`${Number(pid)}\n`) },
)
