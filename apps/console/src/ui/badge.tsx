import type { ReactNode } from 'react'

interface Props {
  readonly tone?: 'plain' | 'good' | 'bad' | 'warn'
  readonly children: ReactNode
}

/** A state in one or two words. The words carry the meaning, the colour only repeats it. */
export function Badge({ tone = 'plain', children }: Props) {
  return <span className={`badge ${tone}`}>{children}</span>
}
