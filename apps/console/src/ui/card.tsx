import type { ReactNode } from 'react'

interface Props {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A part of a page with its own heading. */
export function Card({ title, actions, children, className = '' }: Props) {
  return (
    <section className={`card ${className}`}>
      {(title !== undefined || actions !== undefined) && (
        <div className="card-top">
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className="top-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
