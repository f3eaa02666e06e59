import type { MouseEvent, ReactNode } from 'react'
import { go } from '../navigation/history.ts'

interface Props {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly label?: string
  /** Whether it leads to the current page. */
  readonly isCurrent?: boolean
}

/** A link within the console. With a modifier key it behaves like any other link. */
export function Link({ to, children, className, label, isCurrent = false }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a
      href={to}
      onClick={follow}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
