import { original, over } from './original.ts'
import { strike } from './strike.ts'

interface Place {
  size(owner: string, sha256: string): Promise<unknown>
  read(owner: string, sha256: string): Promise<unknown>
  keep(owner: string, draft: object): Promise<unknown>
  delete(owner: string, sha256: string): Promise<unknown>
  keptAt(owner: string, sha256: string): Promise<unknown>
}
interface Options {
  readonly place: Place
}

const { BlobStore: Real } = await original<{ BlobStore: new (options: Options) => object }>(
  'blobs/blob-store.ts',
)

export class BlobStore extends Real {
  constructor(options: Options) {
    const { place } = options
    const struck = (work: () => Promise<unknown>) => strike('files', work, broken)
    const changed: Partial<Place> = {
      size: (owner, sha256) => struck(() => place.size(owner, sha256)),
      read: (owner, sha256) => struck(() => place.read(owner, sha256)),
      keep: (owner, draft) => struck(() => place.keep(owner, draft)),
      delete: (owner, sha256) => struck(() => place.delete(owner, sha256)),
      keptAt: (owner, sha256) => struck(() => place.keptAt(owner, sha256)),
    }
    super({ ...options, place: over(place, changed) })
  }
}

function broken(when: string): Error {
  return Object.assign(new Error(`EIO: i/o error ${when}, as the test wants it`), { code: 'EIO' })
}
