import { useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { findCommands, type ShellCommand } from './find-commands.ts'

interface Props {
  readonly commands: readonly ShellCommand[]
  readonly onClose: () => void
}

/** Type where to go or what to do: a field with a list below it, after the combobox pattern of ARIA. */
export function Palette({ commands, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = findCommands(commands, typed)
  const run = (command: ShellCommand | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) run(found[at])
    else setAt((at + step + found.length) % Math.max(1, found.length))
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
        aria-label="Page or action"
        placeholder="Page or action"
        autoComplete="off"
        data-first
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
      />
      <ul className="palette-list" role="listbox" id={`${id}-list`} aria-label="Found">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            {command.title}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">Nothing here has that name.</p>}
    </Dialog>
  )
}
