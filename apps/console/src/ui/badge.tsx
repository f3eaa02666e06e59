import type { ReactNode } from 'react'

interface Props {
  readonly tone?: 'plain' | 'good' | 'bad' | 'warn'
  readonly children: ReactNode
}

/** One or two words on the state of something. The words carry the meaning, the colour only repeats it. */
export function Badge({ tone = 'plain', children }: Props) {
  return <span className={`badge ${tone}`}>{children}</span>
}
