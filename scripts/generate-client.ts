/**
 * Writes the types of the console's client from the REST API as the code describes it. They are not checked in: the
 * install, the build of the console and the type check make them anew.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { apiTypes, type ApiDocument } from './api-types.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps', 'console', 'generated')

const printed = execFileSync(process.execPath, [join(root, 'apps/server/bin/quipu.js'), 'openapi'], {
  encoding: 'utf8',
  // The configuration of an installation must not decide about its build.
  env: { PATH: process.env['PATH'] },
  cwd: join(root, 'apps', 'console'),
  maxBuffer: 64 * 1024 * 1024,
})
mkdirSync(folder, { recursive: true })
// Our own command has just printed it.
writeFileSync(join(folder, 'api.ts'), apiTypes(JSON.parse(printed) as ApiDocument))
