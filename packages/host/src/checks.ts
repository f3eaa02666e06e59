import { describeLoss } from './audit/kept-head.ts'
import type { Base } from './base.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Check } from './host.ts'
import { diskFull, isDiskFull } from './storage/disk.ts'

/** The checks of an installation, each with a result and a short message. */
export async function checks({
  store,
  blobs,
  identity,
  options,
  off,
  kept,
  redis,
}: Base): Promise<readonly Check[]> {
  const isReachable = await store.ping().then(
    () => true,
    () => false,
  )
  const owner = isReachable ? await identity.accounts.owner() : undefined
  return [
    {
      name: 'store',
      ok: isReachable,
      detail: isReachable ? `${store.engine} answers` : `${store.engine} does not answer`,
    },
    ...(redis === undefined ? [] : [await checkRedis(redis)]),
    await checkFiles(blobs, options.dataFolder),
    {
      name: 'audit',
      ok: kept.lost === undefined,
      detail: kept.lost === undefined ? 'ends where it was last seen to end' : describeLoss(kept.lost),
    },
    {
      name: 'owner',
      ok: owner !== undefined,
      detail: owner?.email ?? 'no account yet; start the server once',
    },
    {
      name: 'modules',
      ok: options.modules.length > 0,
      detail: options.modules.map(({ name }) => name).join(', '),
    },
    ...off.map(({ module, reason }) => ({ name: module.name, ok: true, detail: `off: ${reason}` })),
  ]
}

async function checkFiles(blobs: BlobStore, dataFolder: string): Promise<Check> {
  try {
    return { name: 'files', ok: true, detail: await blobs.check() }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? ` (${reasonOf(cause)})` : ''
    if (isDiskFull(message + reason)) return { name: 'files', ok: false, detail: diskFull(dataFolder) }
    return { name: 'files', ok: false, detail: `${message}${reason}: check BLOB_S3_… or the data folder` }
  }
}

/** `fetch` hides the cause of a failure in an error of its own. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
}

async function checkRedis({ commands }: NonNullable<Base['redis']>): Promise<Check> {
  const isThere = await commands.ping().then(
    () => true,
    () => false,
  )
  const away = 'does not answer; limits, sessions and caches are kept here until it does'
  return { name: 'redis', ok: isThere, detail: isThere ? 'answers' : away }
}
