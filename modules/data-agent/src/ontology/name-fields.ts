import type { Field } from '@quipu/query'
import type { KnownTable } from './reference-candidates.ts'
import { singular } from './words.ts'

/**
 * If no field is called a name: the field called like the dataset, the only one with a word for names, the first of several parts of a
 * name (`name 1`, `description 1`), or the text that says what a code means.
 */
export function withName(
  fields: readonly Field[],
  known: KnownTable,
  shorter: readonly string[],
): readonly Field[] {
  if (fields.some(({ role }) => role === 'name')) return fields
  const texts = fields.filter(({ role, type }) => role === 'dimension' && type === 'text')
  const names = new Set([known.words.join(' '), ...shorter])
  const isNamed = ({ label }: Field) => names.has(label.split(' ').map(singular).join(' '))
  const speaksOfNames = texts.filter(({ label }) => /(?:^| )(?:name|title)$/.test(label))
  const chosen =
    texts.find(isNamed) ??
    (speaksOfNames.length === 1 ? speaksOfNames[0] : undefined) ??
    texts.find(({ label }) => /(?:^| )(?:name|title|description|text|designation) ?1$/.test(label)) ??
    describedBy(texts, known) ??
    besideKey(fields, known)
  return chosen === undefined
    ? fields
    : fields.map((field) => (field === chosen ? { ...field, role: 'name' } : field))
}

/** A short description that nearly every row has, and that tells nearly all of them apart. */
function describedBy(texts: readonly Field[], { profile, key }: KnownTable): Field | undefined {
  if (key.length !== 1 || profile.rows < 2) return undefined
  const found = texts.filter(({ label, name, statistics }) => {
    const column = profile.columns.find((each) => each.column.name === name)
    return (
      /^(?:short |item |product |article )?(?:description|text|designation|label|caption)$/.test(label) &&
      statistics.nulls * 20 <= profile.rows &&
      statistics.distinct * 10 >= (profile.rows - statistics.nulls) * 8 &&
      (column?.meanLength ?? 0) <= longestName
    )
  })
  return found.length === 1 ? found[0] : undefined
}

/** `Shop` right after the key of `resellers`: a text with letters that every row has, and that tells all of them apart. */
function besideKey(fields: readonly Field[], { profile, key }: KnownTable): Field | undefined {
  const at = key.length === 1 ? fields.findIndex(({ name }) => name === key[0]) : -1
  const next = at < 0 ? undefined : fields[at + 1]
  const column = profile.columns.find((each) => each.column.name === next?.name)
  if (next === undefined || next.role !== 'dimension' || next.type !== 'text' || profile.rows < 4)
    return undefined
  const isName =
    next.statistics.nulls === 0 &&
    next.statistics.distinct * 20 >= profile.rows * 19 &&
    next.sample.every((value) => /\p{L}{2}/u.test(value) && !/[@/\\]|\d{3}/.test(value)) &&
    (column?.meanLength ?? 0) >= 3 &&
    (column?.meanLength ?? 0) <= longestName
  return isName && !notNames.test(next.label) ? next : undefined
}

const notNames =
  /\b(?:mail|e-?mail|phone|tel|mobile|fax|url|web|site|address|street|post ?code|zip|code|number|no|ref|iban|note|comment|remark|token|hash|uuid|abbreviation|initials)s?\b/i

/** Prose is longer. */
const longestName = 50
