import { useEffect, useRef } from 'react'
import { isTyping } from './is-typing.ts'
import { go } from '../navigation/history.ts'
import type { PageEntry } from './page-entry.ts'

interface Keys {
  readonly pages: readonly PageEntry[]
  /** The current page has its own keys. */
  readonly isWhole: boolean
  readonly openPalette: () => void
  readonly openHelp: () => void
}

/** ⌘K or Ctrl+K anywhere; `?` for help and `g` with a page's key, except while a person types. */
export function useShellKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let isGoing = false
    const press = (event: KeyboardEvent) => {
      const { pages, isWhole, openPalette, openHelp } = latest.current
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (isWhole || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const target = isGoing ? pages.find(({ key }) => key === event.key) : undefined
      isGoing = event.key === 'g' && !isGoing
      if (target !== undefined) go(target.path)
      else if (event.key === '?') openHelp()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
