import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Module } from '@quipu/kit'

const folder = join(import.meta.dirname, '../../modules')

/** Every module of the house, each the one value that its package exports. */
export async function realModules(): Promise<Module[]> {
  return Promise.all(readdirSync(folder).map(moduleIn))
}

async function moduleIn(name: string): Promise<Module> {
  // npm would not have linked a manifest of another form.
  const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { name: string }
  const [only, ...others] = Object.values((await import(manifest.name)) as Record<string, Module>)
  if (only === undefined || others.length > 0) throw new Error(`${manifest.name} must export one value`)
  return only
}
