import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { builtServer } from '../../../../test/environment/server-build.ts'

export const bin = await builtServer()

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command to its end. Settings of the machine or of a developer's `.env` do not reach it, and the sample shop is made
 * only where a test wants it.
 */
export async function quipu(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  atEnd: AtEnd = onTestFinished,
): Promise<Outcome> {
  const child = spawnQuipu(args, env)
  atEnd(async () => {
    await end(child, 'SIGKILL')
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += String(chunk)))
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += String(chunk)))
  child.stdin?.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** The test that starts it must end it. */
export function spawnQuipu(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const own = { PATH, HOME, NODE_COMPILE_CACHE, TMPDIR: tmpdir() }
  // What a command makes while it loads is collected less often. `start` has settings of its own.
  const flags = args[0] === 'start' ? [] : ['--min-semi-space-size=4']
  const child = spawn(process.execPath, [...flags, bin, ...args], {
    cwd: tmpdir(),
    // What it writes for a moment belongs where temporary folders of the tests are, which may be in memory.
    env: { ...own, QUIPU_ENV_FILE: '/dev/null', QUIPU_SAMPLE: 'off', ...env },
    stdio: 'pipe',
  })
  child.stdin?.on('error', () => {})
  return child
}

/** Sends the signal, and waits until the process is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  return child.exitCode
}

/** Registers a cleanup for the end of a test or a suite. */
export type AtEnd = (cleanUp: () => Promise<void> | void) => void

export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'quipu-server-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
