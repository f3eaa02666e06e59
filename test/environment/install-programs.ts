import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { findPrograms, installCommand, missingPrograms, type ProgramName, type Programs } from './programs.ts'

/** Finds the programs that the tests need; as root on Debian it installs what is missing. Throws with one line. */
export async function obtainPrograms(say: (line: string) => void): Promise<Programs> {
  const found = findPrograms()
  const missing = missingPrograms(found)
  if (missing.length === 0) return found

  if (!mayInstall()) throw new Error(howToObtain(missing))
  say(`missing: ${missing.join(', ')}; installing with ${installCommand(missing)}`)
  await withoutStartingServices(async () => {
    await runApt(['update', '--quiet'])
    await runApt(installCommand(missing).split(' ').slice(1))
  })

  const programs = findPrograms()
  const stillMissing = missingPrograms(programs)
  if (stillMissing.length > 0) throw new Error(`installed, but still not found: ${stillMissing.join(', ')}`)
  return programs
}

export function howToObtain(missing: readonly ProgramName[]): string {
  return (
    `missing: ${missing.join(', ')}; run "sudo apt-get update && sudo ${installCommand(missing)}", ` +
    `or skip the tests that need it with QUIPU_TEST_WITHOUT=${missing.join(',')}`
  )
}

function mayInstall(): boolean {
  const isRoot = process.getuid?.() === 0
  return isRoot && existsSync('/etc/debian_version') && process.env['QUIPU_TEST_SETUP'] !== 'never'
}

async function runApt(args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  try {
    await promisify(execFile)('apt-get', [...options, ...args], { env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    throw new Error(`apt-get ${args.join(' ')} failed: ${reasonOf(error)}`, { cause: error })
  }
}

/** The end of what it printed, or why it did not start. */
function reasonOf(error: unknown): string {
  // What `execFile` rejects with.
  const { stderr = '', stdout = '', message } = error as { stderr?: string; stdout?: string; message: string }
  const printed = stderr.trim() || stdout.trim()
  return printed === '' ? message : printed.split('\n').slice(-3).join(' ')
}

/** Debian starts a service as it installs it unless this file says no; a machine's own file is left as it is. */
async function withoutStartingServices(install: () => Promise<void>): Promise<void> {
  const policyFile = '/usr/sbin/policy-rc.d'
  if (existsSync(policyFile)) return install()

  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' })
  try {
    await install()
  } finally {
    rmSync(policyFile, { force: true })
  }
}
