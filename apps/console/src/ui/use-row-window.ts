import type { RefObject } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'

/** Up to this many rows are simply drawn. */
const fewRows = 100

/** Which of many rows are in sight of a scroller, and how high the gaps before and after them are. */
export function useRowWindow(count: number, scroller: RefObject<HTMLDivElement | null>) {
  const isWindowed = count > fewRows
  const virtualizer = useVirtualizer({
    count,
    enabled: isWindowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 12,
  })
  /** Rows that are all drawn come into sight by the focus. */
  const scrollTo = (index: number) => isWindowed && virtualizer.scrollToIndex(index)
  if (!isWindowed)
    return { isWindowed, from: 0, to: count, before: 0, after: 0, measure: undefined, scrollTo }
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    isWindowed,
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    before: first?.start ?? 0,
    after: virtualizer.getTotalSize() - (last?.end ?? 0),
    measure: virtualizer.measureElement,
    scrollTo,
  }
}
