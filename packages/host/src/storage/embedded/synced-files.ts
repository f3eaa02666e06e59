import { fsyncSync } from 'node:fs'
import type { PGlite, postgresMod } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's files on disk with a real fsync. Its own file system has none, so PostgreSQL would consider a commit durable
 * that a power cut can still destroy.
 */
export class SyncedFiles extends NodeFS {
  bytesWritten = 0

  override async init(pg: PGlite, options: Partial<PostgresModule>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: PostgresModule) => {
      const nodeFs = nodeFsOf(module)
      nodeFs.stream_ops.fsync = (stream) =>
        nodeFs.tryFSOperation(() => {
          fsyncSync(stream.nfd)
          return 0
        })
      const { write } = nodeFs.stream_ops
      nodeFs.stream_ops.write = (stream, buffer, offset, length, position) => {
        this.bytesWritten += length
        return write(stream, buffer, offset, length, position)
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addSync, ...(emscriptenOpts.preRun ?? [])] } }
  }
}

type PostgresModule = postgresMod.PostgresMod

interface NodeFsOfEmscripten {
  readonly stream_ops: {
    fsync?: (stream: Stream) => number
    write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number
  }
  tryFSOperation<Result>(operation: () => Result): Result
}

interface Stream {
  readonly nfd: number
}

function nodeFsOf(module: PostgresModule): NodeFsOfEmscripten {
  // Its type declarations lack methods that PGlite's own file system also uses.
  const { NODEFS } = module as unknown as { NODEFS?: NodeFsOfEmscripten }
  if (NODEFS?.stream_ops === undefined) throw new Error('PGlite has no NODEFS to give an fsync to')
  return NODEFS
}
