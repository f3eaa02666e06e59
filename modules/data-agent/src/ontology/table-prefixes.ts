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
  for (const part of partsOfProgram(names)) found.add(part)
  return found
}

/** `AR_CUST` and `AP_VEND`: the part of an accounting program to which a table belongs, where at least two of them are there. */
function partsOfProgram(names: readonly (readonly string[])[]): readonly string[] {
  const rest = (words: readonly string[]): string => words.slice(1).join(' ')
  const found = [...programParts].filter((part) => names.some(([first, next]) => first === part && next))
  if (found.length < 2) return []
  // Bills that we get and bills that we send are told apart by it.
  return found.filter((part) =>
    names
      .filter(([first]) => first === part)
      .every(
        (words) =>
          words.length > 1 &&
          !/\b(?:inv|invoices?|bills?|pay|payments?|pmt|hdr|header|tran|trans|doc)\b/.test(rest(words)) &&
          names.every(
            (other) => other === words || (rest(other) !== rest(words) && other.join(' ') !== rest(words)),
          ),
      ),
  )
}

const programParts: ReadonlySet<string> = new Set(['ar', 'ap', 'gl', 'ic', 'oe', 'im'])
