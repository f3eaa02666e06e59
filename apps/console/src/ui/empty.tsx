import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface Props {
  readonly icon: IconName
  readonly title: string
  /** Why there is nothing, and what to do first. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown where there is nothing yet. */
export function Empty({ icon, title, children, action }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} size={32} />
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  )
}
