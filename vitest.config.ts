import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Every test file and every program that a test starts is a process of its own: each would strip and compile all sources anew.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'quipu-compile-cache')

// Stores are made and removed by the hundred; in memory that takes a tenth of the time.
if (hasRoom('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm'

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
    setupFiles: 'test/environment/end-with-runner.ts',
    pool: 'forks',
    // One process runs many files: what it has compiled stays compiled.
    isolate: false,
    // Files wait for processes, timers and servers for a fifth of their time: one more than there are cores uses it.
    maxWorkers: Math.min(5, availableParallelism() + 1),
    // Limits for what hangs, on a machine that is busy with other work.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    // What a test waits for comes at once on a machine at rest, and late on a busy one.
    expect: { poll: { timeout: 30_000 } },
    env: { QUIPU_FAULT_ROUNDS: process.env['QUIPU_FAULT_ROUNDS'] ?? '5' },
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
