import { isAbbreviation } from '@quipu/query'
import { english } from './dictionary.ts'

/** The first words of table names that only say to which program they belong: `lms_course`, `tblClass`. */
export function tablePrefixes(names: readonly (readonly string[])[]): ReadonlySet<string> {
  const byFirst = Map.groupBy(
    names.filter(({ length }) => length > 1),
    ([first]) => first ?? '',
  )
  const isName = (words: readonly string[]): boolean =>
    names.some((other) => other.join(' ') === words.join(' '))
  const found = new Set<string>()
  for (const [first, tables] of byFirst) {
    const isMark = first === 'tbl' || !(english().has(first) || isAbbreviation(first))
    const fewest = isMark ? 3 : Math.max(4, names.length * 0.8)
    if (tables.length < fewest || isName([first])) continue
    // `crm_order` beside `order`: without the prefix, two tables would have one name.
    if (!tables.some((words) => isName(words.slice(1)))) found.add(first)
  }
  return found
}
