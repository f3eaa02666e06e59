import { registerHooks } from 'node:module'

/**
 * Loaded ahead of the server with `--import`: gives it the fixtures as one more module, because no module that is
 * installed asks its client anything.
 */
const installed = import.meta.resolve('../../apps/server/src/modules.ts')
const replacement = import.meta.resolve('./modules-with-fixtures.ts')

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const isTheList = found.url === installed && context.parentURL !== replacement
    return isTheList ? { ...found, url: replacement } : found
  },
})
