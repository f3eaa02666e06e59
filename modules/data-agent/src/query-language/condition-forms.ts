import { withoutHeading } from './expression-forms.ts'
import { isObject, keyIn, listOf, type Forms, type JsonObject } from './forms.ts'
import { firstDayOf } from './period-values.ts'

/** Other usual words for the same operator. */
const words: ReadonlyMap<string, string> = new Map(Object.entries({
  '==': '=', eq: '=', equals: '=', is: '=',
  '<>': '!=', ne: '!=', neq: '!=', 'is not': '!=',
  gt: '>', gte: '>=', ge: '>=', lt: '<', lte: '<=', le: '<=',
  nin: 'not in', 'starts with': 'begins', startswith: 'begins', 'begins with': 'begins',
  'ends with': 'ends', endswith: 'ends', isnull: 'is null', 'not null': 'is not null', notnull: 'is not null',
})) // prettier-ignore
const signs = ['=', '!=', '<', '<=', '>', '>=']
const known = [...signs, 'in', 'not in', 'between', 'contains', 'begins', 'ends', 'during', 'like', 'ilike']
const joined = ['and', 'or', 'not', 'exists', 'not_exists']
const lefts = ['field', 'expr', 'expression', 'left', 'column']
const middles = ['op', 'operator']
const rights = ['value', 'values', 'right']

/** A list of conditions, or a single one, in the form of the language. What is no condition is left for the reader to refuse. */
export function usualConditions(value: unknown, forms: Forms): unknown {
  if (value === undefined) return undefined
  if (isSimple(value)) return usualSimple(value, forms)
  if (Array.isArray(value)) return value.map((one) => usualCondition(one, forms))
  const fields = isObject(value) ? fieldsWithValues(value, forms) : undefined
  return fields === undefined ? usualCondition(value, forms) : fields
}

function usualCondition(value: unknown, forms: Forms): unknown {
  if (Array.isArray(value)) return isSimple(value) ? usualSimple(value, forms) : value
  if (!isObject(value)) return value
  const [first = ''] = Object.keys(value)
  if (keyIn(value, joined) !== undefined)
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, usualPart(key, of, forms)]))
  const [left, middle, right] = [keyIn(value, lefts), keyIn(value, middles), keyIn(value, rights)]
  if (left !== undefined && middle !== undefined && Object.keys(value).length <= 3)
    return usualSimple([value[left], value[middle], ...(right === undefined ? [] : [value[right]])], forms)
  const operands = value[first]
  if (Object.keys(value).length === 1 && known.includes(wordOf(first)) && Array.isArray(operands))
    return usualSimple([operands[0], first, ...operands.slice(1)], forms)
  const fields = fieldsWithValues(value, forms)
  return fields === undefined ? value : fields.length === 1 ? fields[0] : { and: fields }
}

function usualPart(key: string, of: unknown, forms: Forms): unknown {
  if (key === 'exists' || key === 'not_exists') return forms.query(typeof of === 'string' ? { from: of } : of)
  if (key === 'and' || key === 'or')
    return (isSimple(of) ? [of] : listOf(of)).map((one) => usualCondition(one, forms))
  return key === 'not' ? usualConditions(of, forms) : of
}

/** `{"status": "paid", "city": ["Lima", "Ica"]}`, where each key is a field. */
function fieldsWithValues(value: JsonObject, forms: Forms): readonly unknown[] | undefined {
  const entries = Object.entries(value)
  const isPlain = entries.every(
    ([name, of]) =>
      forms.names.field(name, forms.subject) !== undefined && (Array.isArray(of) || typeof of !== 'object'),
  )
  if (!isPlain || entries.length === 0 || keyIn(value, joined) !== undefined) return undefined
  return entries.map(([name, of]) => [name, Array.isArray(of) ? 'in' : '=', of])
}

function isSimple(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length >= 2 && value.length <= 4 && typeof value[1] === 'string'
}

function usualSimple([given, said, ...values]: readonly unknown[], forms: Forms): unknown {
  const left = forms.expression(withoutHeading(given), forms)
  const word = wordOf(said)
  const [value] = values
  if (word === 'between' && values.length === 2) return [left, word, values]
  if (values.length > 1) return [given, said, ...values]
  if ((said === 'is' || said === 'is not') && value === null)
    return [left, said === 'is' ? 'is null' : 'is not null']
  if (values.length === 0) return [left, word]
  const like = /^(not )?i?like$/.exec(word)
  if (like !== null) return usualLike(left, like[1] ?? '', word, value)
  if (/^(not )?in( ignoring case)?$/.test(word))
    return [left, word, isObject(value) ? usualQuery(value, forms) : listOf(value)]
  if (isObject(value) && word !== 'during') return [left, word, forms.expression(value, forms)]
  return [left, word, signs.includes(word) ? firstDayOf(value, left) : value]
}

function usualQuery(value: JsonObject, forms: Forms): unknown {
  return value['query'] === undefined ? forms.query(value) : { ...value, query: forms.query(value['query']) }
}

/** `%` only at the ends; any other pattern is left as it is, and refused. */
function usualLike(left: unknown, not: string, word: string, value: unknown): unknown {
  const [, before, text, after] = (typeof value === 'string' && /^(%?)([^%_]+)(%?)$/.exec(value)) || []
  if (text === undefined) return [left, word, value]
  if (before === '' && after === '') return [left, `${not === '' ? '=' : '!='} ignoring case`, text]
  return [left, `${not}${before === '' ? 'begins' : after === '' ? 'ends' : 'contains'}`, text]
}

function wordOf(said: unknown): string {
  const word = String(said)
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_]+/g, ' ')
  return words.get(word) ?? word
}
