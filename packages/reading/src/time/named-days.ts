import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { wordForms } from '../words/word-forms.ts'
import type { TimeMention } from './time-mention.ts'

interface NamedDays {
  readonly dataset: Dataset
  readonly field: Field
}

/** Without days of the week where the rows that are asked for have no date, but a text with the names of days: there they are values. */
export function withoutNamedDays(
  times: readonly TimeMention[],
  question: string,
  ontology: Ontology,
): readonly TimeMention[] {
  if (namedDaysIn(question, ontology) === null) return times
  return times.filter(
    ({ words, kind, unit }) =>
      !new RegExp(String.raw`\b${dayName}s?\b`, 'i').test(words) &&
      !(kind === 'grain' && unit === 'day') &&
      !(kind === 'part' && /\bdays?\b/i.test(words)),
  )
}

/** "on each day of the week", "on weekends": the field with the names of days, and the names that it has. */
export function withDaysNamed(question: string, ontology: Ontology): string {
  const named = namedDaysIn(question, ontology)
  if (named === null) return question
  const label = named.field.label.toLowerCase()
  return question
    .replaceAll(
      /\b(each|every|per|by|which|what)( of the)? (?:days? of the week|weekdays?|days?)\b/giu,
      (_, word: string) => `${word} ${label}`,
    )
    .replaceAll(/\b(?:on |at |over |during )?(?:the |a )?(weekends?|weekdays?)\b/giu, (all, what: string) => {
      const isEnd = /end/i.test(what)
      const found = daysIn(named, ontology).filter((day) => /^s[au]/i.test(day) === isEnd)
      return found.length === 0 ? all : `on ${found.map((day) => `"${day}"`).join(' or ')}`
    })
}

function daysIn({ dataset, field }: NamedDays, { values }: Ontology): readonly string[] {
  const found = days.flatMap((day) => [day, day.slice(0, 3)].flatMap((one) => values.exact(one)))
  const own = found.filter((one) => one.dataset === dataset.name && one.field === field.name)
  return [...new Set(own.map(({ value }) => value))]
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function namedDaysIn(question: string, ontology: Ontology): NamedDays | null {
  const all = namedDaysOf(ontology)
  if (all.length === 0) return null
  const said = new Set(
    question
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .flatMap((word) => [word, ...wordForms(word)]),
  )
  const [only, ...more] = all.filter(({ dataset }) =>
    nameWords(dataset.label).every((word) => said.has(word)),
  )
  return only === undefined || more.length > 0 ? null : only
}

const known = new WeakMap<Ontology, readonly NamedDays[]>()

/** Found once for each ontology. */
function namedDaysOf(ontology: Ontology): readonly NamedDays[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = ontology.datasets.flatMap((dataset) => {
    const fields = dataset.isHidden ? [] : visible(dataset)
    const isDated = fields.some((field) => isMoment(field) && field.type !== 'number')
    const [field, ...more] = fields.filter(
      ({ type, sample }) =>
        type === 'text' && sample.length > 1 && sample.every((one) => isDay.test(one.trim())),
    )
    return field === undefined || more.length > 0 || isDated ? [] : [{ dataset, field }]
  })
  known.set(ontology, made)
  return made
}

const dayName = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const isDay = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?$/i
