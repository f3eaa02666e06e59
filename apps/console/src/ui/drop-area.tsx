import { useId, useState, type ReactNode } from 'react'
import { useDrop } from './use-drop.ts'

interface Props {
  /** What may be dropped, in words: “Drop CSV files here”. */
  readonly words: string
  readonly accept?: string
  readonly isBusy?: boolean
  readonly onFiles: (files: FileList | null) => void
  readonly children?: ReactNode
}

/** Takes files that are dropped on the page or chosen. Their results are shown below. */
export function DropArea({ words, accept, isBusy = false, onFiles, children }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  useDrop(setOver, onFiles)
  return (
    <section className={isOver ? 'drop-zone over' : 'drop-zone'} aria-label="Add files">
      <p>
        {words}, or{' '}
        <label htmlFor={id} className="drop-label">
          choose files
          <input
            id={id}
            type="file"
            multiple
            accept={accept}
            className="unseen"
            disabled={isBusy}
            onChange={(event) => onFiles(event.currentTarget.files)}
          />
        </label>
        . They stay in this installation.
      </p>
      {children}
    </section>
  )
}
