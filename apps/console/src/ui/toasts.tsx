import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

interface Note {
  readonly id: number
  readonly text: string
}

let notes: readonly Note[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a confirmation for six seconds at the edge of the window. Failures are shown where they happened. */
export function toast(text: string): void {
  lastId += 1
  const id = lastId
  show([...notes, { id, text }].slice(-3))
  window.setTimeout(() => dismiss(id), 6000)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => notes)
  return (
    <ul className="shell-toasts" aria-live="polite" aria-label="Messages">
      {shown.map(({ id, text }) => (
        <li key={id}>
          <span>{text}</span>
          <button type="button" className="icon-button" onClick={() => dismiss(id)} aria-label="Dismiss">
            <Icon name="cross" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function dismiss(id: number): void {
  show(notes.filter((note) => note.id !== id))
}

function show(next: readonly Note[]): void {
  notes = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
