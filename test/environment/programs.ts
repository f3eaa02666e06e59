import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programNames = ['postgresql', 'mariadb', 'redis', 'nginx', 'chromium', 'tesseract'] as const

export type ProgramName = (typeof programNames)[number]

/** Where each program was found: the folder of PostgreSQL's programs, and the executables of the others. */
export type Programs = Record<ProgramName, string | null>

const debianPackages: Record<ProgramName, string> = {
  postgresql: 'postgresql',
  mariadb: 'mariadb-server',
  redis: 'redis-server',
  nginx: 'nginx',
  chromium: 'chromium',
  tesseract: 'tesseract-ocr',
}

/** A program named in `QUIPU_TEST_WITHOUT` counts as absent even where it is installed, so a run can be shown without it. */
export function findPrograms(): Programs {
  const without = programsToDoWithout()
  const find = (name: ProgramName, look: () => string | null) => (without.has(name) ? null : look())
  return {
    postgresql: find('postgresql', () => findPostgresFolder()),
    mariadb: find('mariadb', () => findExecutable('mariadbd')),
    redis: find('redis', () => findExecutable('redis-server')),
    nginx: find('nginx', () => findExecutable('nginx')),
    chromium: find('chromium', () => findExecutable('chromium', 'chromium-browser', 'google-chrome')),
    tesseract: find('tesseract', () => findExecutable('tesseract')),
  }
}

/** A server given by URL needs no program of this machine. */
export function missingPrograms(programs: Programs): ProgramName[] {
  const without = programsToDoWithout()
  const isGiven: Partial<Record<ProgramName, boolean>> = {
    postgresql: Boolean(process.env['QUIPU_TEST_DATABASE_URL']),
    mariadb: Boolean(process.env['QUIPU_TEST_MARIADB_URL']),
    redis: Boolean(process.env['QUIPU_TEST_REDIS_URL']),
  }
  return programNames.filter((name) => !programs[name] && !without.has(name) && !isGiven[name])
}

export function installCommand(missing: readonly ProgramName[]): string {
  return `apt-get install --yes --no-install-recommends ${missing.map((name) => debianPackages[name]).join(' ')}`
}

export function programsToDoWithout(): Set<ProgramName> {
  const named = (process.env['QUIPU_TEST_WITHOUT'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = named.filter((name) => !programNames.some((known) => known === name))
  if (unknown.length > 0) {
    throw new Error(
      `QUIPU_TEST_WITHOUT names ${unknown.join(', ')}; it takes a comma-separated list of ${programNames.join(', ')}`,
    )
  }
  return new Set(programNames.filter((name) => named.includes(name)))
}

/** `initdb` and `postgres` must be of one version, so they are taken from one folder; the newest one wins. */
function findPostgresFolder(): string | null {
  const folders = [...versionedFolders('/usr/lib/postgresql'), ...searchFolders()]
  return (
    folders.find(
      (folder) => isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb')),
    ) ?? null
  )
}

function versionedFolders(parent: string): string[] {
  try {
    const versions = readdirSync(parent).filter((version) => /^\d+$/.test(version))
    return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(parent, version, 'bin'))
  } catch {
    return []
  }
}

function findExecutable(...names: string[]): string | null {
  const candidates = names.flatMap((name) => searchFolders().map((folder) => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

/** Debian keeps servers in sbin, which the PATH of an ordinary user leaves out. */
function searchFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...path, '/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin']
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
