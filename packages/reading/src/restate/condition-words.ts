import { singularLabel, type Comparison, type Condition, type Expression, type Query } from '@quipu/query'
import { isOnlyMoment } from './expression-words.ts'
import { rangeWords } from './range-words.ts'
import { datasetLabel, deeper, ellipsis, fieldNamed, listed, valueWords, type Telling } from './telling.ts'

type Of<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>

const comparisonWords: Readonly<Record<Comparison, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
}
const likeWords = { contains: 'contains', begins: 'begins with', ends: 'ends with' } as const

/** "status is shipped and total amount is more than 100 USD". */
export function conditionWords(of: Condition, told: Telling): string {
  if (told.depth <= 0) return ellipsis
  const telling = deeper(told)
  const words = (one: Expression): string => telling.expression(one, telling)
  switch (of.kind) {
    case 'and':
    case 'or':
      return all(of, telling)
    case 'not':
      return negated(of.of, telling)
    case 'compare':
      return `${words(of.left)} ${comparisonWords[of.operator]} ${operand(of.right, of.left, telling)}`
    case 'between':
      return `${words(of.of)} is between ${operand(of.low, of.of, telling)} and ${operand(of.high, of.of, telling)}`
    case 'in':
      return `${words(of.of)} is ${oneOf(of)}`
    case 'like':
      return `${words(of.of)} ${likeWords[of.how]} ${valueWords(of.text)}`
    case 'null':
      return `${words(of.of)} is empty`
    case 'during':
      return `${words(of.of)} is ${rangeWords(of)}`
    case 'member':
      return `${words(of.of)} is among the ${telling.query(of.query, { ...telling, home: null })}`
    case 'related':
      return related(of, telling, false)
  }
}

/** A period of the only moment that the query's datasets have is told by itself: "in March 2025". */
export function plainPeriod(of: Condition, used: readonly string[], telling: Telling): string | null {
  if (of.kind !== 'during' || of.of.kind !== 'field' || !isOnlyMoment(of.of.dataset, telling)) return null
  const moments = telling.ontology.datasets.filter(
    ({ name, fields }) =>
      used.includes(name) && fields.some(({ role, isHidden }) => role === 'time' && !isHidden),
  )
  if (moments.length > 1) return null
  return rangeWords(of)
}

function all({ kind, of }: Of<'and' | 'or'>, telling: Telling): string {
  if (of.length === 0) return kind === 'and' ? 'anything' : 'nothing'
  const parts = of.map((one) => {
    const said = telling.condition(one, telling)
    return (one.kind === 'and' || one.kind === 'or') && one.of.length > 1 && one.kind !== kind
      ? `(${said})`
      : said
  })
  return listed(parts, kind, 8)
}

function negated(of: Condition, telling: Telling): string {
  const words = (one: Expression): string => telling.expression(one, telling)
  switch (of.kind) {
    case 'null':
      return `${words(of.of)} is not empty`
    case 'compare':
      return of.operator === '='
        ? `${words(of.left)} is not ${operand(of.right, of.left, telling)}`
        : `not (${telling.condition(of, telling)})`
    case 'in':
      return `${words(of.of)} is not ${oneOf(of)}`
    case 'related':
      return related(of, telling, true)
    case 'member':
      return `${words(of.of)} is not among the ${telling.query(of.query, { ...telling, home: null })}`
    case 'and':
    case 'or':
    case 'not':
    case 'between':
    case 'like':
    case 'during':
      return `not (${telling.condition(of, telling)})`
  }
}

/** With the unit of the field that it is compared with. */
function operand(of: Expression, beside: Expression, telling: Telling): string {
  if (of.kind !== 'literal') return telling.expression(of, telling)
  return of.value === null ? 'empty' : valueWords(of.value, unitOf(beside, telling))
}

function unitOf(of: Expression, telling: Telling): string | null {
  if (of.kind === 'field') return fieldNamed(of, telling.ontology)?.unit ?? null
  if (of.kind === 'metric') return telling.ontology.metrics.find(({ name }) => name === of.name)?.unit ?? null
  if (of.kind === 'aggregate' && of.function !== 'count') return unitOf(of.of, telling)
  return null
}

function oneOf({ values }: Of<'in'>): string {
  if (values.length === 0) return 'one of no values'
  return values.length === 1
    ? valueWords(values[0] ?? null)
    : `one of ${listed(
        values.map((value) => valueWords(value)),
        'or',
        8,
      )}`
}

function related({ query }: Of<'related'>, telling: Telling, isNone: boolean): string {
  const label = datasetLabel(query.subject, telling)
  const inner = [innerWords(query, telling)].filter(Boolean).map((said) => ` where ${said}`)
  return isNone
    ? `there are no ${label}${inner.join('')}`
    : `there is at least one ${singularLabel(label)}${inner.join('')}`
}

function innerWords({ where, having, subject }: Query, telling: Telling): string {
  const parts = [where, having].filter((one) => one !== null)
  return parts.map((one) => telling.condition(one, { ...telling, home: subject })).join(' and ')
}
