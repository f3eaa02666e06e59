import { registerHooks } from 'node:module'

/**
 * Loaded before the server with `--import`: puts a layer that fails at random under the store, the files, the cache,
 * the requests to other servers, signed links and workers. The server's own code is unchanged.
 */
const host = import.meta.resolve('@quipu/host')
const replacements = new Map([
  [new URL('storage/scoped-store.ts', host).href, import.meta.resolve('./scoped-store.ts')],
  [new URL('blobs/blob-store.ts', host).href, import.meta.resolve('./blob-store.ts')],
  [new URL('cache/open-cache.ts', host).href, import.meta.resolve('./open-cache.ts')],
  [new URL('outbound/open-http.ts', host).href, import.meta.resolve('./open-http.ts')],
  [new URL('links/signed-links.ts', host).href, import.meta.resolve('./signed-links.ts')],
  [new URL('workers/worker-pool.ts', host).href, import.meta.resolve('./worker-pool.ts')],
])

/** Files that import the original host. */
const layer = new URL('.', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const replacement = replacements.get(found.url)
    if (replacement === undefined || context.parentURL?.startsWith(layer) === true) return found
    return { ...found, url: replacement }
  },
})
