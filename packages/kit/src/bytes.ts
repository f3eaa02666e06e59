/** The body of a route that takes bytes. It is read as it arrives and never held in memory as a whole. */
export interface ByteBody {
  /** Can be read once. Throws if it is too long, or if the client disconnects before its end. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** As the client declares it, in lower case and without parameters. It may be wrong, and so may the other two. */
  readonly contentType: string | undefined
  readonly length: number | undefined
  /** The last part of the name in `Content-Disposition`. */
  readonly fileName: string | undefined
}

/** The answer of a route with a download. The host reads the stream to its end, or cancels it. */
export interface Download {
  readonly bytes: ReadableStream<Uint8Array>
  /** Default: unknown. The file is then sent in chunks, and ends where the stream ends. */
  readonly size?: number | undefined
  readonly fileName: string
  /** Default: application/octet-stream. */
  readonly contentType?: string | undefined
}
