import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './kept-build.ts'

const sources = ['packages', 'modules'].map((folder) => pathToFileURL(join(root, folder)).href)
const startedByPath = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g

/**
 * What a host that runs from the sources starts, such as an engine or a worker, is started as it is installed. From the
 * sources each process would strip and compile whatever it imports, and those that may not write to the disk have no
 * cache.
 */
export function startBuilt(build: string): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      const isSource = sources.some((folder) => url.startsWith(folder)) && !url.includes('.test.')
      if (!isSource || loaded.source === undefined) return loaded
      const code = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      return code.includes('import.meta.url')
        ? { ...loaded, source: startingBuilt(code, url, build) }
        : loaded
    },
  })
}

/** Programs for tests only are not in the build and stay as they are. */
export function startingBuilt(code: string, url: string, build: string): string {
  const folder = join(build, relative(root, dirname(fileURLToPath(url))))
  return code.replaceAll(startedByPath, (whole, path: string) => {
    const file = join(folder, `${path}.js`)
    return existsSync(file) ? `new URL(${JSON.stringify(pathToFileURL(file).href)})` : whole
  })
}
