import type { Dataset, Field } from '@quipu/query'
import { fold } from './fold.ts'

type ValuesOf = (dataset: string, field: string) => readonly string[]

interface Listed {
  readonly dataset: Dataset
  readonly field: Field
  readonly values: ReadonlySet<string>
}

/**
 * Sheets of one business call the same things by several names: a `site` in one has the values of a `shop` in the others. Where no other
 * column of its table has them, each is also called by the name of the other. A name with accents is also written without.
 */
export function withSharedNames(datasets: readonly Dataset[], valuesOf: ValuesOf): readonly Dataset[] {
  const all = datasets.flatMap((dataset) =>
    dataset.fields.flatMap((field): readonly Listed[] => {
      if (field.type !== 'text' || !lists.has(field.role) || isVague(field.label)) return []
      const values = new Set(valuesOf(dataset.name, field.name).map(fold))
      return values.size < fewest || values.size > most ? [] : [{ dataset, field, values }]
    }),
  )
  const names = new Set(datasets.flatMap(({ label, synonyms }) => [label, ...synonyms]).map(fold))
  const given = new Map<Field, Set<string>>()
  for (const own of all)
    for (const other of all) {
      if (
        own.field.role !== 'dimension' ||
        other.dataset === own.dataset ||
        fold(other.field.label) === fold(own.field.label)
      )
        continue
      if (!isSame(own.values, other.values) || names.has(fold(other.field.label))) continue
      const isTold = own.dataset.fields.some(
        (field) =>
          field !== own.field && [field.label, ...field.synonyms].map(fold).includes(fold(other.field.label)),
      )
      // `from` and `to` have the values of one `city`: neither is the city.
      const isAgain = (one: Listed, than: Listed): boolean =>
        all.some(
          (each) =>
            each.dataset === one.dataset && each.field !== one.field && isSame(each.values, than.values),
        )
      if (isTold || isAgain(own, other) || isAgain(other, own)) continue
      const called = given.get(own.field) ?? new Set()
      given.set(
        own.field,
        called.add(other.field.label.replace(/^(?:home|usual|main|preferred) (?=\w)/i, '')),
      )
    }
  return datasets.map((dataset) => ({
    ...dataset,
    synonyms: withoutAccents(dataset),
    fields: dataset.fields.map((field) => {
      const named = [...(given.get(field) ?? []), field.label].flatMap((name) => [name, fold(name)])
      const added = named.filter(
        (name) =>
          name !== field.label &&
          !field.synonyms.includes(name) &&
          (given.has(field) || hasAccent(field.label)),
      )
      return added.length === 0 ? field : { ...field, synonyms: [...new Set([...field.synonyms, ...added])] }
    }),
  }))
}

/** Fields with the values of places or kinds; where they refer to a list of these, they identify its rows. */
const lists: ReadonlySet<Field['role']> = new Set(['dimension', 'identifier', 'name'])

/** Two values may be shared by chance. */
const fewest = 3
const most = 500

/** Nearly all values of the shorter list, and most of the longer one. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((value) => other.has(value)).length
  const [less, more] = [Math.min(one.size, other.size), Math.max(one.size, other.size)]
  return shared >= fewest && shared >= less * 0.8 && shared >= more * 0.6
}

/** Words that say nothing of what is in the column. */
function isVague(label: string): boolean {
  return /\b(?:names?|notes?|comments?|values?|codes?|status|states?|types?|kinds?|category|descriptions?|text|remarks?|reason|details?)\b/i.test(
    label,
  )
}

function withoutAccents({ label, synonyms }: Dataset): readonly string[] {
  return hasAccent(label) ? [...new Set([...synonyms, fold(label)])] : synonyms
}

function hasAccent(label: string): boolean {
  return /\p{M}/u.test(label.normalize('NFD'))
}
