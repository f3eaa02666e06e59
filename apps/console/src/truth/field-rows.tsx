import type { ReactNode } from 'react'
import { fieldWords, valueWords } from './trace.ts'
import './truth.css'

export interface FieldRow {
  readonly name: string
  readonly value: unknown
  /** One or two words beside the value. */
  readonly note?: ReactNode
}

interface Props {
  readonly rows: readonly FieldRow[]
  /** The field whose provenance is shown. */
  readonly open: string | undefined
  readonly onOpen: (name: string | undefined) => void
  readonly children: (name: string) => ReactNode
}

/** The fields of an entity. Each opens its provenance. */
export function FieldRows({ rows, open, onOpen, children }: Props) {
  return (
    <ul className="field-rows">
      {rows.map(({ name, value, note }) => {
        const isOpen = name === open
        return (
          <li key={name} className={isOpen ? 'open' : undefined}>
            <button type="button" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? undefined : name)}>
              <span className="field-name">{fieldWords(name)}</span>
              <span className="field-value">{valueWords(value)}</span>
              {note}
            </button>
            {isOpen && children(name)}
          </li>
        )
      })}
    </ul>
  )
}
