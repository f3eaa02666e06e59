import type { Dataset, Expression, Ontology, Output, Query } from '@quipu/query'
import { traitsOf } from '../confidence/query-traits.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'
import type { Plan } from '../plan/plan.ts'
import { renewed } from './renewed.ts'

/** "Which ships carry coal? Show the ship id and the tonnage.": the rows of the first sentence with the fields of the second. Null where one is unknown. */
export function readShownList(
  question: string,
  ontology: Ontology,
  read: (main: string) => Plan,
): Plan | null {
  const [, main = '', verb = '', list = ''] = sentences.exec(question) ?? []
  const items = list
    .split(/,\s*(?:and\s+)?|\s+and\s+/i)
    .map((item) => item.trim().replace(article, ''))
    .filter((item) => item !== '')
  if (main === '' || items.length === 0) return null
  const plan = read(main)
  if (plan.status !== 'readings') return null
  const [first] = plan.readings
  const { query } = first
  if (!isList(query)) return null
  const datasets = datasetsOf(query, ontology)
  const found = items.map((item) => fieldsNamed(item, datasets))
  if (found.some((one) => one.length === 0)) return null
  const shown = found.flat()
  // Figures alone do not say whose they are.
  const isOfFigures =
    /^(?:show|display|include)$/i.test(verb) && shown.every((one) => isFigure(one, datasets))
  const outputs: readonly Output[] = [
    ...(isOfFigures ? query.outputs : []),
    ...shown.map((expression) => ({ expression, label: '' })),
  ]
  const once = outputs.filter(
    (one, i) => outputs.findIndex((other) => sameExpression(one.expression, other.expression)) === i,
  )
  const made = renewed(first, { ...query, outputs: once }, [], ontology)
  return made === null ? null : { status: 'readings', readings: [made] }
}

const sentences =
  /^(.+?[?.])\s+(?:please\s+)?(?:also\s+)?(show|list|return|give|display|include|provide)(?:\s+(?:me|us))?((?:\s+["“]?[\p{L}_-]+["”]?,?){1,12}?)[?.!]*\s*$/isu
const article = /^(?:(?:the|their|its|both|only|all|relevant|corresponding|results?|each|of)\s+)+/i

function isList({ outputs, groupBy, combine, distinct }: Query): boolean {
  return (
    groupBy.length === 0 &&
    combine === null &&
    !distinct &&
    outputs.every(({ expression }) => expression.kind === 'field')
  )
}

/** The rows themselves first. */
function datasetsOf(query: Query, { datasets }: Ontology): readonly Dataset[] {
  const looked = traitsOf(query).datasets
  const own = datasets.filter(({ name }) => name === query.subject)
  return [...own, ...datasets.filter(({ name }) => name !== query.subject && looked.has(name))]
}

/** The only field with this name, or the names of the things that are called so. */
function fieldsNamed(item: string, datasets: readonly Dataset[]): readonly Expression[] {
  const said = rawWords(item)
  const isSame = (words: readonly string[]): boolean => words.join(' ') === said.join(' ')
  for (const dataset of datasets) {
    const own = rawWords(dataset.label)
    if (isSame(own)) return nameFields(dataset).map((one) => fieldRef(dataset, one))
    const [only, ...more] = visible(dataset).filter(({ label }) => {
      const words = rawWords(label)
      return (
        isSame(words) || isSame([...own, ...words]) || isSame(words.filter((word) => !own.includes(word)))
      )
    })
    if (only !== undefined && more.length === 0) return [fieldRef(dataset, only)]
  }
  return []
}

function isFigure(one: Expression, datasets: readonly Dataset[]): boolean {
  if (one.kind !== 'field') return false
  const field = datasets
    .find(({ name }) => name === one.dataset)
    ?.fields.find(({ name }) => name === one.field)
  return field !== undefined && isMeasure(field)
}

/** Whether both show the same fields, in whatever order. */
export function showsSame(one: Plan, other: Plan): boolean {
  const shown = (plan: Plan): string =>
    plan.status === 'readings'
      ? plan.readings[0].query.outputs
          .map(({ expression }) => JSON.stringify(expression))
          .toSorted()
          .join()
      : ''
  return shown(one) === shown(other)
}

function sameExpression(one: Expression, other: Expression): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
