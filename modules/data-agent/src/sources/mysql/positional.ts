import type { Cell, Statement } from '@quipu/query'

const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?(\d+)/g

/** The driver knows parameters by their order alone; texts and names stay as they are. */
export function positional({ sql, parameters }: Statement): Statement {
  const used: Cell[] = []
  const plain = sql.replace(pieces, (piece, number: string | undefined) => {
    if (number === undefined) return piece
    used.push(parameters[Number(number) - 1] ?? null)
    return '?'
  })
  return { sql: plain, parameters: used }
}
