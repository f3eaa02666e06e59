import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Module } from '@quipu/kit'

const folder = resolve(import.meta.dirname, '../modules')

/** Every module of this repository. */
export function allModules(): Promise<readonly Module[]> {
  return Promise.all(readdirSync(folder).map(moduleIn))
}

/** The one value that the package of a module exports. */
async function moduleIn(name: string): Promise<Module> {
  // npm would not have linked a manifest of another form.
  const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { name: string }
  const [module] = Object.values((await import(manifest.name)) as Record<string, Module>)
  if (module === undefined) throw new Error(`${manifest.name} exports no module`)
  return module
}
