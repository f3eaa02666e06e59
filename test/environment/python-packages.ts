import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * A folder with a package from PyPI and what it needs, for `PYTHONPATH`; it is made once. Undefined, with a word about
 * what is not checked, where Python or pip is missing or cannot install.
 */
export function pythonPackage(name: string, version: string): string | undefined {
  const folder = join(cache, `python-${name}-${version}`)
  if (existsSync(folder)) return folder
  if (process.env['QUIPU_TEST_SETUP'] === 'never') return unchecked(name, 'QUIPU_TEST_SETUP is never')
  mkdirSync(cache, { recursive: true })
  const making = `${folder}-${process.pid}`
  // An index that does not answer is not asked again: pip would wait for it at every package.
  const quick = ['--retries', '0', '--timeout', '15', '--quiet', '--disable-pip-version-check']
  const install = ['-m', 'pip', 'install', ...quick, '--target', making]
  const { status, error, stderr } = spawnSync('python3', [...install, `${name}==${version}`], {
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (status !== 0)
    return unchecked(name, error?.message ?? (stderr.trim().split('\n').at(-1) || 'it failed'))
  // Another process may have been quicker.
  if (!existsSync(folder)) renameSync(making, folder)
  return folder
}

function unchecked(name: string, why: string): undefined {
  console.warn(`NOT CHECKED: the Python package ${name} cannot be installed (${why})`)
  return undefined
}
