/** The body of a route that takes bytes. It is read as it comes; nobody holds the whole of it. */
export interface ByteBody {
  /** Read it once. Throws when it is too long, or when the client goes away before its end. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** As declared, in lower case and without parameters. It may be wrong, as the other two may. */
  readonly contentType: string | undefined
  readonly length: number | undefined
  /** The last part of the name in `Content-Disposition`. */
  readonly fileName: string | undefined
}

/** What a route with a download answers. The host reads the stream to its end, or cancels it. */
export interface Download {
  readonly bytes: ReadableStream<Uint8Array>
  /** Default: unknown. The file is then sent in pieces, and the end of the stream is its end. */
  readonly size?: number | undefined
  readonly fileName: string
  /** Default: application/octet-stream. */
  readonly contentType?: string | undefined
}
