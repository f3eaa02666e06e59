import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Every test file and every program that a test starts is a process of its own: each would strip and compile all sources anew.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'quipu-compile-cache')

// Stores are made and removed by the hundred; in memory that takes a tenth of the time.
if (hasRoom('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm'

/** What starts many servers, or plays long: begun last, it would run alone at the end. */
const long = [
  'test/isolation.test.ts',
  'apps/server/src/commands/',
  'apps/server/src/owner/',
  'test/faults/',
  'test/docs/',
  'test/package/',
  'test/backups/',
  'test/console/',
  'test/leaks-found.test.ts',
  'test/truth/determinism.test.ts',
  'modules/truth/src/kill.test.ts',
]

/** Begins with the files that take longest. The others follow as usual: the largest first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((path) => moduleId.includes(path))
      return place === -1 ? long.length : place
    }
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'modules/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'bench/**'],
    globalSetup: 'test/environment/global-setup.ts',
    setupFiles: 'test/environment/setup.ts',
    pool: 'forks',
    // What a test makes is mostly gone a moment later. With room for it a fifth less time goes into collecting garbage.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=16'],
    // One process runs many files: what it has compiled stays compiled.
    isolate: false,
    // Files wait for processes, timers and servers. With three more than there are cores, a tenth of two cores is idle. With
    // four more it is hardly less, and each process warms up by itself: the run takes a tenth longer.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    sequence: { sequencer: LongestFirst },
    // A guard against tests that hang, not a bound on how long they take: a busy machine may be five times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    // What a test waits for comes at once on a machine at rest, and late on a busy one.
    expect: { poll: { timeout: 120_000 } },
    env: { QUIPU_FAULT_ROUNDS: process.env['QUIPU_FAULT_ROUNDS'] ?? '3' },
    // Node's own loader strips the types, so a worker thread or a child process loads files just as a test does.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 1024 ** 3
  } catch {
    return false
  }
}
