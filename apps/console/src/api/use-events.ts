import { useEffect, useRef } from 'react'

/** Listens to a stream of the server while a URL is given. The browser reconnects automatically. */
export function useEvents(
  address: string | undefined,
  event: string,
  onEvent: (data: unknown) => void,
): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    if (address === undefined) return undefined
    const source = new EventSource(address)
    source.addEventListener(event, ({ data }: MessageEvent<string>) =>
      latest.current(JSON.parse(data) as unknown),
    )
    return () => source.close()
  }, [address, event])
}
