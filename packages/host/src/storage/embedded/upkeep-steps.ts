/** What the counters of the engine tell about a table. They are lost when the engine stops. */
export interface TableState {
  /** Quoted, with its schema. */
  readonly name: string
  /** As of the last analysis or vacuum. */
  readonly rows: number
  /** With indexes and long values. Zero if less than a twentieth of its rows are dead. */
  readonly bytes: number
  /** Rows that were deleted or replaced and still take space. */
  readonly dead: number
  /** Rows that were added since the last vacuum. */
  readonly added: number
  /** Rows that were added, replaced or deleted since the last analysis. */
  readonly changed: number
  /** Since the engine was started. */
  readonly isAnalysed: boolean
  /** Its text indexes, quoted, with their schema. */
  readonly textIndexes: readonly string[]
}

export interface Step {
  readonly sql: string
  /** Is run before it, in its transaction. */
  readonly first?: string
  /** It would delay others noticeably and can wait for a quiet moment. */
  readonly isLong: boolean
}

/**
 * The work that a table needs, by the rules of autovacuum: a tenth or a fifth of its rows, and a constant, so that small
 * tables are skipped. `isThorough` is for what a table may also have lost track of when the engine stopped.
 */
export function stepsFor(table: TableState, isThorough = false): readonly Step[] {
  const { name, rows, bytes, dead, added, changed, isAnalysed } = table
  const steps: Step[] = []
  if (changed > 200 + rows / 10 || (isThorough && (changed > 0 || !isAnalysed)))
    steps.push({ sql: `analyze ${name}`, isLong: false, ...(rows + changed > mostExact && coarse) })
  if (dead > 200 + rows / 5 || (isThorough && dead > rows / 20)) {
    // It reads all indexes, however few rows are dead. A table that doubles its size cannot wait.
    const isLong = bytes > mostBytes && dead <= rows
    steps.push({ sql: `vacuum ${name}`, isLong })
  } else if (added > Math.min(1000 + rows / 5, mostAdded)) {
    // It reads the new pages only.
    steps.push({ sql: `vacuum (index_cleanup off, truncate off) ${name}`, isLong: added > 2 * mostAdded })
    for (const index of table.textIndexes)
      steps.push({ sql: `select gin_clean_pending_list('${index.replaceAll("'", "''")}')`, isLong: false })
  }
  return steps
}

/** A larger table is analysed by a sample of 3,000 rows instead of 30,000. */
const mostExact = 5000
const coarse = { first: `select set_config('default_statistics_target', '10', true)` }
/** To vacuum so much takes about 100 ms of processor time: 4 ms for each MB of a table with its indexes. */
const mostBytes = 16 * 1024 * 1024
/** To visit so many new rows takes at most 100 ms of processor time: 4 µs each. */
const mostAdded = 20_000
