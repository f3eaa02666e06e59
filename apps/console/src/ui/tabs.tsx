import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface Props<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly title: string }[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  /** The content of the chosen tab. */
  readonly children: ReactNode
}

/** Tabs after the pattern of ARIA: one stop of the Tab key, arrows between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!list.current || !tab) return
    // Only the row of tabs is scrolled, not the page.
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = (at + step + tabs.length) % tabs.length
    const name = tabs[next]?.name
    if (name !== undefined) onChoose(name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={0}
        className="tab-panel"
      >
        {children}
      </div>
    </>
  )
}
