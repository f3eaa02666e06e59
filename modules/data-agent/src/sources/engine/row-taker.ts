import { maxCellCharacters, maxResultBytes, tooLarge } from '../limits.ts'
import type { Cell } from '@quipu/query'

/** Takes rows up to the limits: long texts are cut first, then rows and bytes are counted. */
export class RowTaker {
  readonly rows: (readonly Cell[])[] = []
  readonly #maxRows: number
  #bytes = 0
  #cut = 0

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  get cutTexts(): number {
    return this.#cut
  }

  /** False when there are enough rows. Throws if they are too large. */
  take(cells: readonly Cell[]): boolean {
    if (this.rows.length === this.#maxRows) return false
    const row = cells.map((cell) => this.#short(cell))
    this.#bytes += sizeOf(row)
    if (this.#bytes > maxResultBytes) throw tooLarge()
    this.rows.push(row)
    return true
  }

  #short(cell: Cell): Cell {
    if (typeof cell !== 'string' || cell.length <= maxCellCharacters) return cell
    this.#cut += 1
    const isBetweenHalves = /[\uD800-\uDBFF]/.test(cell.charAt(maxCellCharacters - 2))
    const kept = cell.slice(0, maxCellCharacters - (isBetweenHalves ? 2 : 1))
    // A plain slice would keep the whole text in memory.
    return `${Buffer.from(kept).toString()}…`
  }
}

export function sizeOf(row: readonly Cell[]): number {
  return row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
}
