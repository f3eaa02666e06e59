import { DataTable, type Column } from '../ui/data-table.tsx'
import type { Answer, Cell } from './answer.ts'
import { cellText, isNumeric, numbersOf, sortValue } from './cells.ts'

interface Row {
  readonly at: number
  readonly cells: readonly Cell[]
}

const noNames: ReadonlySet<number> = new Set()

interface Props {
  readonly answer: Answer
  /** Indexes of columns whose numbers are names. */
  readonly names?: ReadonlySet<number>
}

/** The rows of an answer. Cells are data and shown as text. */
export function AnswerTable({ answer: { columns = [], rows = [] }, names = noNames }: Props) {
  const shown: readonly Column<Row>[] = columns.map((given, index) => {
    const column = names.has(index) ? { ...given, isName: true } : given
    const numbers = numbersOf(rows.map((cells) => cells[index]))
    return {
      key: `${index}`,
      title: column.label,
      cell: ({ cells }) => cellText(cells[index], column, numbers),
      sortBy: ({ cells }) => sortValue(cells[index]),
      isNumber: isNumeric(column),
    }
  })
  return (
    <DataTable
      label="Answer"
      columns={shown}
      rows={rows.map((cells, at) => ({ at, cells }))}
      keyOf={({ at }) => at}
    />
  )
}
