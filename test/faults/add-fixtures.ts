import { registerHooks } from 'node:module'

/**
 * Loaded before the server with `--import`: adds the fixtures as one more module, because no installed module
 * asks its client a question.
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
