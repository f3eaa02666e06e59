/** Rows under headings, each column as wide as its widest cell. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The day of an ISO time, or a dash. */
export function dayOf(at: string | null): string {
  return at === null ? '-' : at.slice(0, 10)
}
