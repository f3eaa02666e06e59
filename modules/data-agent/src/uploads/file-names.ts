import { ToolError } from '@quipu/kit'

const readable = /\.(csv|tsv|parquet|json|jsonl|ndjson|xlsx)$/i

/** The name under which a file is kept: its table is named after it. It cannot lead to another folder. */
export function safeName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const name = last
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(-120)
  if (!readable.test(name))
    throw new ToolError(
      'VALIDATION_ERROR',
      'Send a file whose name ends with .csv, .tsv, .parquet, .json, .jsonl, .ndjson or .xlsx',
    )
  return name
}

/** A second `orders.csv` becomes `orders_2.csv`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*)(\.[^.]+)$/.exec(name) ?? []
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem}_${number}${ending}`
  return free
}
