import type { MouseEvent, ReactNode } from 'react'
import { go } from '../navigation/navigation.ts'

interface Props {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly label?: string
}

/** A link within the console. With a modifier key it behaves like any other link. */
export function Link({ to, children, className, label }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} onClick={follow} className={className} aria-label={label}>
      {children}
    </a>
  )
}
