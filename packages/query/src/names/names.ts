import type { Dialect } from '../model/statement.ts'
import { reservedWords } from './reserved-words.ts'

/** A name as written in SQL: bare when every dialect reads it as the same name, quoted otherwise. */
export function quoteName(name: string, dialect: Dialect): string {
  if (name.includes('\0'))
    throw new RangeError('A name in the database holds a NUL character; it cannot be queried.')
  // Its reserved words are many, and differ from version to version.
  if (dialect === 'mysql') return `"${name.replaceAll('"', '""')}"`
  const bare = dialect === 'postgres' ? /^[a-z_][a-z0-9_]*$/ : /^[A-Za-z_][A-Za-z0-9_]*$/
  if (bare.test(name) && !reservedWords.has(name.toLowerCase())) return name
  return `"${name.replaceAll('"', '""')}"`
}

/** Makes a column heading from a label: `Number of orders` → `number_of_orders`. */
export function headingFrom(label: string): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 50)
  if (words === '') return 'value'
  return /^\p{N}/u.test(words) ? `n_${words}` : words
}

/** The wanted name, with the first free number when it is taken. Names are compared without case. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${wanted}_${n}`
  taken.add(name.toLowerCase())
  return name
}
