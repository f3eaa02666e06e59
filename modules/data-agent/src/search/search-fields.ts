import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { wordCloseness } from '../ontology/closeness.ts'
import { fold } from '../ontology/fold.ts'

export interface FieldMatch {
  readonly dataset: Dataset
  /** Null if the dataset itself was found. */
  readonly field: Field | null
  readonly by: 'name' | 'synonym' | 'description' | 'value'
  /** Values that equal the text or are similar to it. */
  readonly values: readonly string[]
  /** 0 to 1. */
  readonly closeness: number
}

/** Metrics hold no values and are named as query_data takes them. */
export interface MetricMatch {
  readonly metric: Metric
  readonly by: 'name' | 'synonym' | 'description'
  readonly closeness: number
}

const mostValues = 5
const mostNear = 60
const leastCloseness = 0.5

/** The fields, datasets and metrics that a text names, and the fields that contain it as a value, closest first. */
export function searchFields(
  text: string,
  ontology: Ontology,
  most: number,
): readonly (FieldMatch | MetricMatch)[] {
  const words = wordsOf(text)
  const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
  const named = shown.flatMap((dataset) => [
    ...nameMatch(words, dataset, null),
    ...dataset.fields.flatMap((field) => (field.isHidden ? [] : nameMatch(words, dataset, field))),
  ])
  const metrics = ontology.metrics.flatMap((metric): readonly MetricMatch[] => {
    const found = matchOf(words, metric, [])
    return found === null ? [] : [{ metric, ...found }]
  })
  return [...valueMatches(text, ontology, shown), ...named, ...metrics]
    .toSorted((one, other) => other.closeness - one.closeness || compareNames(one, other))
    .slice(0, most)
}

function nameMatch(words: readonly string[], dataset: Dataset, field: Field | null): readonly FieldMatch[] {
  // "customer city" names the city of customers.
  const around = field === null ? [] : wordsOf(dataset.label)
  const found = matchOf(words, field ?? dataset, around)
  return found === null ? [] : [{ dataset, field, values: [], ...found }]
}

function matchOf(
  words: readonly string[],
  { name, label, synonyms, description }: Pick<Metric, 'name' | 'label' | 'synonyms' | 'description'>,
  around: readonly string[],
): Pick<MetricMatch, 'by' | 'closeness'> | null {
  const byName = Math.max(...[name, label].map((one) => covers(words, wordsOf(one), around)))
  const bySynonym = Math.max(0, ...synonyms.map((one) => covers(words, wordsOf(one), around)))
  if (byName >= leastCloseness || bySynonym >= leastCloseness)
    return byName >= bySynonym ? { by: 'name', closeness: byName } : { by: 'synonym', closeness: bySynonym }
  const said = wordsOf(description ?? '')
  const isSaid = said.length > 0 && words.every((word) => nearest(word, said) > 0.9)
  return isSaid ? { by: 'description', closeness: 0.5 } : null
}

/** How well a text matches a name: each of its words must be in the name, or in that of its dataset. */
function covers(words: readonly string[], name: readonly string[], around: readonly string[]): number {
  if (words.length === 0 || name.length === 0) return 0
  const own = words.map((word) => nearest(word, name))
  const outer = words.map((word) => nearest(word, around))
  if (Math.max(...own) < 0.7) return 0
  const said = words.map((_, index) => Math.max(own[index] ?? 0, outer[index] ?? 0))
  const met = name.filter((word) => nearest(word, words) > 0.7).length / name.length
  return (0.6 + 0.4 * met) * (said.reduce((sum, one) => sum + (one > 0.7 ? one : 0), 0) / words.length)
}

function nearest(word: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((other) => wordCloseness(word, other)))
}

function wordsOf(text: string): readonly string[] {
  return fold(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, mostWords)
}

const mostWords = 12

function valueMatches(text: string, { values }: Ontology, shown: readonly Dataset[]): readonly FieldMatch[] {
  const exact = values.exact(text).map((value) => ({ ...value, closeness: 1 }))
  const near = values.near(text, mostNear).filter(({ closeness }) => closeness >= leastCloseness)
  const fields = Map.groupBy([...exact, ...near], ({ dataset, field }) => JSON.stringify([dataset, field]))
  return [...fields.values()].flatMap((found) => {
    const [first] = found
    const dataset = shown.find(({ name }) => name === first?.dataset)
    const field = dataset?.fields.find(({ name, isHidden }) => name === first?.field && !isHidden)
    if (first === undefined || dataset === undefined || field === undefined) return []
    const texts = [...new Set(found.map(({ value }) => value))].slice(0, mostValues)
    return [{ dataset, field, by: 'value' as const, values: texts, closeness: first.closeness }]
  })
}

/** What the data itself has goes before what is computed of it. */
function compareNames(one: FieldMatch | MetricMatch, other: FieldMatch | MetricMatch): number {
  const [a, b] = [one, other].map((match) =>
    'metric' in match ? `1${match.metric.name}` : `0${match.dataset.name}.${match.field?.name ?? ''}`,
  )
  return (a ?? '') < (b ?? '') ? -1 : 1
}
