import type { Row } from './rows.ts'

export const rowHeight = 30

interface Props {
  readonly id: string
  readonly row: Row
  readonly top: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onChoose: () => void
  readonly onFly: () => void
  readonly onTurn: () => void
}

export function TreeRow({ id, row, top, isActive, isSelected, onChoose, onFly, onTurn }: Props) {
  return (
    <div
      id={id}
      role="treeitem"
      aria-label={`${row.name}, ${kindWords[row.kind]}`}
      className={`tree-row${isActive ? ' active' : ''}`}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isOpen}
      aria-selected={isSelected}
      style={{ top, paddingLeft: 6 + (row.level - 1) * 16 }}
      onClick={onChoose}
      onDoubleClick={onFly}
    >
      {row.isOpen === undefined ? (
        <span className="twist" aria-hidden="true" />
      ) : (
        <span
          className={`twist ${row.isOpen ? 'open' : 'closed'}`}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            onTurn()
          }}
        />
      )}
      <span
        className={`dot ${row.kind}`}
        style={row.color === undefined ? undefined : { background: row.color }}
        aria-hidden="true"
      />
      <span className="tree-name">{row.name}</span>
    </div>
  )
}

const kindWords: Readonly<Record<Row['kind'], string>> = {
  star: 'star',
  planet: 'planet',
  moon: 'moon',
  asteroid: 'asteroid',
  comet: 'comet',
  lagrangePoint: 'Lagrange point',
  blackHole: 'black hole',
  group: 'group',
  matter: 'belt, disk or nebula',
  heading: 'group',
}
