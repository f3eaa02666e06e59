import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { findPrograms, installCommand, missingPrograms, type ProgramName, type Programs } from './programs.ts'

/** Finds the programs that the tests need; as root on Debian it installs what is missing. Throws with one line. */
export function obtainPrograms(say: (line: string) => void): Programs {
  const found = findPrograms()
  const missing = missingPrograms(found)
  if (missing.length === 0) return found

  if (!mayInstall()) throw new Error(howToObtain(missing))
  say(`missing: ${missing.join(', ')}; installing with ${installCommand(missing)}`)
  withoutStartingServices(() => {
    runApt(['update', '--quiet'])
    runApt(installCommand(missing).split(' ').slice(1))
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

function runApt(args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  const { status, stdout, stderr, error } = spawnSync('apt-get', [...options, ...args], {
    env,
    encoding: 'utf8',
  })
  if (status === 0) return

  const reason = error?.message ?? (stderr.trim() || stdout.trim()).split('\n').slice(-3).join(' ')
  throw new Error(`apt-get ${args.join(' ')} failed: ${reason}`)
}

/** Debian starts a service as it installs it unless this file says no; a machine's own file is left as it is. */
function withoutStartingServices(install: () => void): void {
  const policyFile = '/usr/sbin/policy-rc.d'
  if (existsSync(policyFile)) return install()

  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' })
  try {
    install()
  } finally {
    rmSync(policyFile, { force: true })
  }
}
