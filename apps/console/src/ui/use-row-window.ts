import type { RefObject } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'

/** Up to this many rows are all drawn. */
const fewRows = 100

/** The visible rows of a scroller, and the heights of the gaps before and after them. */
export function useRowWindow(count: number, scroller: RefObject<HTMLDivElement | null>) {
  const isWindowed = count > fewRows
  const virtualizer = useVirtualizer({
    count,
    enabled: isWindowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 12,
  })
  /** If all rows are drawn, the focus scrolls a row into view. */
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
