import type { Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { field as fieldRef } from './interpret/builder.ts'
import { mapped } from './interpret/mapped.ts'
import { isMeasure, keyFields, visible } from './lexicon/dataset-fields.ts'
import { nameWords } from './lexicon/name-words.ts'
import type { Plan } from './plan/plan.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import { renewed } from './several/renewed.ts'

/** Where each row says how many there were, as a tally of visits per day does, their number is the sum of these and not that of the rows. */
export function withTallies(plan: Plan, question: string, ontology: Ontology): Plan {
  if (plan.status !== 'readings' || /\b(?:rows|records|entries|lines)\b/i.test(question)) return plan
  const tallies = talliesOf(ontology)
  if (tallies.length === 0) return plan
  const [first, ...rest] = plan.readings
  return { ...plan, readings: [added(first, tallies, ontology), ...rest] }
}

interface Tally {
  readonly dataset: Dataset
  readonly field: Field
}

function added(reading: Reading, tallies: readonly Tally[], ontology: Ontology): Reading {
  const used = new Set<Tally>()
  const query: Query = mapped(reading.query, (part) => {
    const tally = isCount(part) ? tallies.find(({ dataset }) => counts(part, dataset)) : undefined
    if (tally === undefined) return part
    used.add(tally)
    const { dataset, field } = tally
    return { ...part, function: 'sum', of: fieldRef(dataset, field), distinct: false }
  })
  if (used.size === 0) return reading
  const notes = [...used].map(({ dataset, field }): Assumption => {
    const says = `The number of ${dataset.label} is the sum of ${field.label}, not the number of rows.`
    return { about: 'what counts', says, changesNumbers: false }
  })
  return renewed(reading, query, notes, ontology) ?? reading
}

type Count = Extract<Expression, { kind: 'aggregate' }>

function isCount(part: object): part is Count {
  return 'kind' in part && part.kind === 'aggregate' && 'function' in part && part.function === 'count'
}

/** Its rows, or its keys. */
function counts({ of }: Count, dataset: Dataset): boolean {
  if (of.kind === 'rows') return of.dataset === dataset.name
  const [key, ...more] = keyFields(dataset)
  return more.length === 0 && of.kind === 'field' && of.dataset === dataset.name && of.field === key?.name
}

const known = new WeakMap<Ontology, readonly Tally[]>()

/** Found once for each ontology: the only measure of its rows is called a count and nothing else, or a count of them. */
function talliesOf(ontology: Ontology): readonly Tally[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = ontology.datasets.flatMap((dataset) => {
    const [field, ...more] = dataset.isHidden ? [] : visible(dataset).filter(isMeasure)
    const isTally = field !== undefined && more.length === 0 && field.isInteger && isCountOf(field, dataset)
    return isTally && Number(field.statistics.min) >= 0 && Number(field.statistics.max) > 1
      ? [{ dataset, field }]
      : []
  })
  known.set(ontology, made)
  return made
}

function isCountOf({ label }: Field, dataset: Dataset): boolean {
  const own = new Set(nameWords(dataset.label))
  const words = nameWords(label)
  const rest = words.filter((word) => !own.has(word))
  return rest.length === 0 ? words.length === own.size : rest.every((word) => countWords.has(word))
}

const countWords: ReadonlySet<string> = new Set('count number tally'.split(' '))
