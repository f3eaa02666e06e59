/**
 * The body as a stream. Each chunk is taken from `next` when the reader asks for it, so a slow reader holds nothing in
 * memory.
 */
export function streamOf(
  body: ReadableStream<Uint8Array> | null,
  next: (read: () => Promise<Uint8Array | undefined>) => Promise<Uint8Array | undefined>,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const chunk = await next(async () => (await reader?.read())?.value)
          if (chunk === undefined) controller.close()
          else controller.enqueue(chunk)
        } catch (error) {
          // Cancelling it closes the connection.
          await reader?.cancel().catch(() => undefined)
          throw error
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
