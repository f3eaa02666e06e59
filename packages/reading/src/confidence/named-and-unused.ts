import type { Condition, Dataset, Ontology, Query } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Assumption } from '../plan/reading.ts'
import { conjuncts } from '../restate/fields.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { traitsOf } from './query-traits.ts'

/** What the question names as plainly as can be, and the query does not look at. */
export function namedAndUnused(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  return [
    ...unusedDatasets(query, ontology, question),
    ...unusedMoments(query, ontology, question),
    ...newOnes(query, ontology, question),
  ]
}

/** "how many days until people collect their order" that ends with another date than that of the collection. */
function unusedMoments(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  if (!JSON.stringify(query.outputs).includes('"kind":"span"')) return []
  const { datasets: used, fields } = traitsOf(query)
  const stems = new Set(
    tokenize(question).flatMap(({ kind, lower }) => (kind === 'word' ? [...stemsOf(lower)] : [])),
  )
  return ontology.datasets
    .filter(({ name }) => used.has(name))
    .flatMap((dataset) =>
      visible(dataset).flatMap((field): readonly Assumption[] => {
        const [event] = nameWords(field.label)
        const isNamed =
          isMoment(field) && event !== undefined && [...stemsOf(event)].some((stem) => stems.has(stem))
        if (!isNamed || fields.has(`${dataset.name}.${field.name}`)) return []
        const says = `The question names ${field.label}, and the time is not measured by it.`
        return [{ about: `use of ${field.label}`, says, changesNumbers: true }]
      }),
    )
}

/** "clients without an invoice" that looks at quotes only. What each row refers to anyway, such as its customer, is no such thing. */
function unusedDatasets(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  const isSaid = wordsUsed(query, ontology)
  const { datasets: used } = traitsOf(query)
  const isReferredTo = ({ name }: Dataset): boolean =>
    ontology.relationships.some(({ from, to }) => to === name && used.has(from))
  return tokenize(question).flatMap((token): readonly Assumption[] => {
    // "returning customers" are those with several sales, and have nothing to do with `returns`.
    const isRepeat = token.lower === 'returning' && /"having":\{/.test(JSON.stringify(query))
    if (token.kind !== 'word' || isRepeat || isSaid(token)) return []
    const named = ontology.datasets.find(
      (each) => !each.isHidden && !each.isJunction && isCalled(each, token),
    )
    if (named === undefined || isReferredTo(named)) return []
    const says = `The question names ${named.label}, and the answer does not look at them.`
    return [{ about: `use of ${named.label}`, says, changesNumbers: true }]
  })
}

function isCalled({ label }: Dataset, { forms }: Token): boolean {
  const [word, ...more] = nameWords(label)
  return word !== undefined && more.length === 0 && forms.includes(word)
}

/** Whether a word belongs to something that the query uses: a dataset, a field, a metric or a value. */
function wordsUsed(query: Query, { datasets, metrics }: Ontology): (token: Token) => boolean {
  const { datasets: used, fields, literals } = traitsOf(query)
  const text = JSON.stringify(query)
  const measured = metrics.filter(({ name }) => text.includes(`"name":${JSON.stringify(name)}`))
  const isBehind = ({ name }: Dataset): boolean =>
    used.has(name) || measured.some(({ expression }) => expression.includes(name))
  const words = new Set([
    ...datasets.filter(isBehind).flatMap(({ label }) => nameWords(label)),
    ...datasets.flatMap((each) =>
      visible(each)
        .filter(({ name }) => fields.has(`${each.name}.${name}`))
        .flatMap(({ label }) => nameWords(label)),
    ),
    ...measured.flatMap(({ label, synonyms }) => [label, ...synonyms].flatMap(nameWords)),
    ...[...literals].flatMap((value) => nameWords(value)),
  ])
  return ({ lower, forms }) => words.has(lower) || forms.some((form) => words.has(form))
}

/** "new customers" that are counted whenever they began. */
function newOnes(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  const { literals } = traitsOf(query)
  const named = /\bnew (?:\p{L}+ )?(\p{L}+)/iu.exec(question)?.[1]
  if (named === undefined || [...literals].some((value) => /\bnew\b/i.test(value))) return []
  const [token] = tokenize(named)
  const things = ontology.datasets.find((each) => token !== undefined && isCalled(each, token))
  const { datasets } = traitsOf(query)
  if (things === undefined || !datasets.has(things.name)) return []
  const isOwnPeriod = (condition: Condition): boolean =>
    condition.kind === 'during' && condition.of.kind === 'field' && condition.of.dataset === things.name
  const isFirst = /"function":"min"|"kind":"first"/.test(JSON.stringify(query))
  if (isFirst || conjuncts(query.where).some(isOwnPeriod) || query.groupBy.length > 0) return []
  const says = `Which of the ${things.label} are new is not looked at.`
  return [{ about: 'new', says, changesNumbers: true }]
}
