import { useEffect, useId, useRef, type ReactNode } from 'react'

interface Props {
  readonly title: string
  /** For long texts. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The browser's own dialog: it traps the focus, closes with Escape and restores the focus. `data-first` gets the initial focus. */
export function Dialog({ title, isWide = false, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog !== null && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div className="dialog-body">
        <div className="dialog-title">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" onClick={onClose} aria-label="Close">
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
