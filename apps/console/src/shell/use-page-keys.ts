import { useEffect, useRef } from 'react'
import { isTyping } from './is-typing.ts'

/** The keys of one page: key → what it does. They do nothing while a person types or after `g`, which opens a page. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let isGoing = false
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const act = isGoing || event.defaultPrevented ? undefined : latest.current[event.key]
      isGoing = event.key === 'g' && !isGoing
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
