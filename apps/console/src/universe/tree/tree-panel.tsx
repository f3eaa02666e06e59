import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useRoom } from '../live/use-room.ts'
import { turnedToShow, visibleRows, type Row } from './rows.ts'
import { treeStep } from './tree-keys.ts'
import { rowHeight, TreeRow } from './tree-row.tsx'

interface Props {
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly onAdd: () => void
}

/** Groups, systems and bodies. Only visible rows are in the page, so thousands cost no more than dozens. */
export function TreePanel({ searchField, onAdd }: Props) {
  const room = useRoom('universe', 'info')
  const [search, setSearch] = useState('')
  const count = room.universe.bodies.size
  return (
    <>
      <div className="panel-title">
        <h2>Bodies</h2>
        <span className="soft small">{count.toLocaleString('en-US')}</span>
        {room.canEdit && (
          <button type="button" className="button slim" onClick={onAdd} title="Add a body (A)">
            Add
          </button>
        )}
      </div>
      <input
        ref={searchField}
        type="search"
        className="tree-search"
        aria-label="Search for a body"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault()
            document.getElementById('tree')?.focus()
          }
        }}
      />
      <Tree search={search} />
    </>
  )
}

function Tree({ search }: { readonly search: string }) {
  const room = useRoom('universe', 'selection')
  const { rows, turn } = useRows(search)
  const list = useRef<HTMLDivElement>(null)
  const { from, to, onScroll, show } = useWindow(list, rows.length)
  const [active, setActive] = useActive(rows, search, show)
  const at = rows.findIndex(({ key }) => key === active)

  const choose = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    setActive(row.key)
    show(index)
    if (row.kind !== 'heading') room.select(row.id)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = treeStep(rows, at, event.key, 10)
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (step.kind === 'go') choose(step.index)
    else if (step.kind === 'turn') turn(step.key)
    else room.flyTo(rows[step.index]?.id ?? '')
  }
  return (
    <div
      id="tree"
      ref={list}
      className="tree"
      role="tree"
      tabIndex={0}
      aria-label="Bodies"
      aria-activedescendant={at < 0 ? undefined : rowId(rows[at])}
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      {rows.length === 0 && (
        <p className="soft small">{search === '' ? 'Nothing here yet.' : 'Nothing is called so.'}</p>
      )}
      <div className="tree-rows" style={{ height: rows.length * rowHeight }}>
        {rows.slice(from, to).map((row, offset) => (
          <TreeRow
            key={row.key}
            id={rowId(row)}
            row={row}
            top={(from + offset) * rowHeight}
            isActive={row.key === active}
            isSelected={row.id === room.selection}
            onChoose={() => choose(from + offset)}
            onFly={() => room.flyTo(row.id)}
            onTurn={() => turn(row.key)}
          />
        ))}
      </div>
    </div>
  )
}

/** The row with the keyboard focus. A selection made elsewhere moves it. */
function useActive(rows: readonly Row[], search: string, show: (index: number) => void) {
  const { selection } = useRoom('selection')
  const [active, setActive] = useState<string | null>(null)
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === selection)
    if (index < 0) return
    setActive(rows[index]?.key ?? null)
    show(index)
    // Only a new selection scrolls the list; other changes must not.
  }, [selection, search])
  return [active, setActive] as const
}

function useRows(search: string) {
  const room = useRoom('universe', 'selection')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const revision = room.facets.count('universe')
  const rows = useMemo(
    () => visibleRows(room.universe, { turned, search }),
    // The universe changes in place; the count of its facet shows when.
    [room, revision, turned, search],
  )
  useEffect(() => {
    if (room.selection !== null)
      setTurned((before) => turnedToShow(room.universe, room.selection ?? '', before))
  }, [room, room.selection])
  const turn = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  return { rows, turn }
}

/** The visible rows, plus some spare ones. */
function useWindow(list: RefObject<HTMLDivElement | null>, count: number) {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const watcher = new ResizeObserver(() => setHeight(element.clientHeight))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [list])
  const show = (index: number) => {
    const element = list.current
    if (element === null) return
    const [start, end] = [index * rowHeight, (index + 1) * rowHeight]
    if (start < element.scrollTop) element.scrollTop = start
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
  }
  const from = Math.max(0, Math.floor(top / rowHeight) - 8)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + 8)
  return { from, to, show, onScroll: () => setTop(list.current?.scrollTop ?? 0) }
}

function rowId(row: Row | undefined): string {
  return `row-${row?.key ?? ''}`
}
