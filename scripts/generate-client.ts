/**
 * Writes the types of the console's client from the REST API as the code describes it. They are not checked in: the
 * install, the build of the console and the type check make them anew. No setting of the machine plays a part.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeApi } from '@quipu/host'
import type { Module } from '@quipu/kit'
import { apiTypes, type ApiDocument } from './api-types.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps', 'console', 'generated')

const modules = await Promise.all(readdirSync(join(root, 'modules')).map(moduleIn))
const described = describeApi(modules, 'http://localhost', '0')
mkdirSync(folder, { recursive: true })
// As an answer would carry it; our own code has just made it.
writeFileSync(join(folder, 'api.ts'), apiTypes(JSON.parse(JSON.stringify(described)) as ApiDocument))

/** The one value that the package of a module exports. */
async function moduleIn(name: string): Promise<Module> {
  // npm would not have linked a manifest of another form.
  const manifest = JSON.parse(readFileSync(join(root, 'modules', name, 'package.json'), 'utf8')) as {
    name: string
  }
  const [module] = Object.values((await import(manifest.name)) as Record<string, Module>)
  if (module === undefined) throw new Error(`${manifest.name} exports no module`)
  return module
}
