import { singularLabel, type Comparison, type Condition, type Expression, type Query } from '@quipu/query'
import { isOnlyMoment } from './expression-words.ts'
import { rangeWords } from './range-words.ts'
import { datasetLabel, deeper, ellipsis, fieldNamed, listed, valueWords, type Wording } from './wording.ts'

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
export function conditionWords(of: Condition, outer: Wording): string {
  if (outer.depth <= 0) return ellipsis
  const wording = deeper(outer)
  const words = (one: Expression): string => wording.expression(one, wording)
  switch (of.kind) {
    case 'and':
    case 'or':
      return all(of, wording)
    case 'not':
      return negated(of.of, wording)
    case 'compare':
      return `${words(of.left)} ${comparisonWords[of.operator]} ${operand(of.right, of.left, wording)}`
    case 'between':
      return `${words(of.of)} is between ${operand(of.low, of.of, wording)} and ${operand(of.high, of.of, wording)}`
    case 'in':
      return `${words(of.of)} is ${oneOf(of)}`
    case 'like':
      return `${words(of.of)} ${likeWords[of.how]} ${valueWords(of.text)}`
    case 'null':
      return `${words(of.of)} is empty`
    case 'during':
      return `${words(of.of)} is ${rangeWords(of)}`
    case 'member':
      return `${words(of.of)} is among the ${wording.query(of.query, { ...wording, home: null })}`
    case 'related':
      return related(of, wording, false)
  }
}

/** A period on the only time field of the query's datasets is stated without the field: "in March 2025". */
export function plainPeriod(of: Condition, used: readonly string[], wording: Wording): string | null {
  if (of.kind !== 'during' || of.of.kind !== 'field' || !isOnlyMoment(of.of.dataset, wording)) return null
  const moments = wording.ontology.datasets.filter(
    ({ name, fields }) =>
      used.includes(name) && fields.some(({ role, isHidden }) => role === 'time' && !isHidden),
  )
  if (moments.length > 1) return null
  return rangeWords(of)
}

function all({ kind, of }: Of<'and' | 'or'>, wording: Wording): string {
  if (of.length === 0) return kind === 'and' ? 'anything' : 'nothing'
  const parts = of.map((one) => {
    const text = wording.condition(one, wording)
    return (one.kind === 'and' || one.kind === 'or') && one.of.length > 1 && one.kind !== kind
      ? `(${text})`
      : text
  })
  return listed(parts, kind, 8)
}

function negated(of: Condition, wording: Wording): string {
  const words = (one: Expression): string => wording.expression(one, wording)
  switch (of.kind) {
    case 'null':
      return `${words(of.of)} is not empty`
    case 'compare':
      return of.operator === '='
        ? `${words(of.left)} is not ${operand(of.right, of.left, wording)}`
        : `not (${wording.condition(of, wording)})`
    case 'in':
      return `${words(of.of)} is not ${oneOf(of)}`
    case 'related':
      return related(of, wording, true)
    case 'member':
      return `${words(of.of)} is not among the ${wording.query(of.query, { ...wording, home: null })}`
    case 'and':
    case 'or':
    case 'not':
    case 'between':
    case 'like':
    case 'during':
      return `not (${wording.condition(of, wording)})`
  }
}

/** Adds the unit of the field that the value is compared with. */
function operand(of: Expression, beside: Expression, wording: Wording): string {
  if (of.kind !== 'literal') return wording.expression(of, wording)
  return of.value === null ? 'empty' : valueWords(of.value, unitOf(beside, wording))
}

function unitOf(of: Expression, wording: Wording): string | null {
  if (of.kind === 'field') return fieldNamed(of, wording.ontology)?.unit ?? null
  if (of.kind === 'metric') return wording.ontology.metrics.find(({ name }) => name === of.name)?.unit ?? null
  if (of.kind === 'aggregate' && of.function !== 'count') return unitOf(of.of, wording)
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

function related({ query }: Of<'related'>, wording: Wording, isNone: boolean): string {
  const label = datasetLabel(query.subject, wording)
  const inner = [innerWords(query, wording)].filter(Boolean).map((text) => ` where ${text}`)
  return isNone
    ? `there are no ${label}${inner.join('')}`
    : `there is at least one ${singularLabel(label)}${inner.join('')}`
}

function innerWords({ where, having, subject }: Query, wording: Wording): string {
  const parts = [where, having].filter((one) => one !== null)
  return parts.map((one) => wording.condition(one, { ...wording, home: subject })).join(' and ')
}
