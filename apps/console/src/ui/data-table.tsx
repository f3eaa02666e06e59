import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sortRows, type Sorting } from './sort-rows.ts'
import { useRowWindow } from './use-row-window.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** If given, the heading sorts by this value. */
  readonly sortBy?: (row: Row) => string | number
  readonly isNumber?: boolean
  /** A column of buttons: what they say is enough, its title is for people who listen. */
  readonly isAction?: boolean
}

interface Props<Row> {
  /** The accessible label of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Called when the last rows become visible, to load more. */
  readonly onEnd?: (() => void) | undefined
  /** Called while the rows are scrolled: whether the first one is visible. */
  readonly onTop?: (isTop: boolean) => void
}

/** More rows are loaded so many rows before the end. */
const nearEnd = 20

/** A table that stays fast with any number of rows: beyond a hundred, only the visible ones are drawn. On a phone each row is a block. */
export function DataTable<Row>({ label, columns, rows, keyOf, onEnd, onTop }: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting>()
  const sorted = sortRows(rows, columns.find(({ key }) => key === sorting?.key)?.sortBy, sorting)
  const scroller = useRef<HTMLDivElement>(null)
  const { isWindowed, from, to, before, after, measure } = useRowWindow(sorted.length, scroller)
  const isNearEnd = isWindowed && to >= sorted.length - nearEnd
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, onEnd])
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget }) => onTop?.(currentTarget.scrollTop < 1)}
      className={isWindowed ? 'table-scroller windowed' : 'table-scroller'}
      {...(isWindowed ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` } : {})}
    >
      <table className="table" aria-label={label} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {sorted.slice(from, to).map((row, index) => (
            <tr key={keyOf(row)} data-index={from + index} aria-rowindex={from + index + 2} ref={measure}>
              {columns.map((column) => (
                <TableCell key={column.key} column={column} content={column.cell(row)} />
              ))}
            </tr>
          ))}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly content: ReactNode
}

function TableCell<Row>({ column: { title, isNumber, isAction }, content }: CellProps<Row>) {
  const isNamed = isAction !== true && content !== ''
  return (
    <td data-label={isNamed ? title : undefined} className={isNumber === true ? 'number' : undefined}>
      <Cell content={content} />
    </td>
  )
}

/** A long text is cut to two lines; the tooltip has all of it. */
function Cell({ content }: { readonly content: ReactNode }) {
  if (typeof content !== 'string' || content === '') return content
  return (
    <span className="clip" title={content.length > 60 ? content : undefined}>
      {content}
    </span>
  )
}

function Gap({ height }: { readonly height: number }) {
  return <tr className="gap" aria-hidden="true" style={{ height }} />
}

interface HeadingProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
  readonly onSort: (sorting: Sorting) => void
}

function Heading<Row>({
  column: { key, title, sortBy, isNumber = false, isAction = false },
  sorting,
  onSort,
}: HeadingProps<Row>) {
  const className = isNumber ? 'number' : undefined
  if (sortBy === undefined)
    return (
      <th scope="col" className={className}>
        {isAction ? <span className="unseen">{title}</span> : title}
      </th>
    )
  const isSorted = sorting?.key === key
  const isDown = isSorted && sorting.isDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sorter" onClick={() => onSort({ key, isDown: isSorted && !isDown })}>
        {title}
        <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ' ↕'}</span>
      </button>
    </th>
  )
}
