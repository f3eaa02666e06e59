import type { Ontology } from '@quipu/query'
import { singular } from '../words/word-forms.ts'

const split =
  /^(?:and )?how (?:do|does|did|are|is|were|was) (?<what>.+?) (?:split|divided|broken down|break down|distributed|spread|shared out)(?: up| out)?(?:(?: by| per| into| between| among)? (?<by>by .+?|per .+?)|[,:]? (?:between |into |among )?(?<list>.+?))?$/iu
// One list of letters and separators: nested lists would be tried in every way to divide them.
const apart =
  /^(?<list>[\p{L}\d',. -]+?)\s*[,:–-] (?<what>(?:how (?:much|many)|what|sales|revenue|number)\b.+)$/iu
const several = /,|\b(?:vs|versus|or)\b/iu
const eachOne =
  / (?:(?:goes|go|went|comes|come|came|is|are|was|were) (?:through|via|by|from|with|on|to|in|for) each(?: one| of them)?|for each(?: one| of them)?|each|respectively)(?= |$)/iu

/** "how do bookings split, online, phone, email", "card vs cash, how much of our sales goes through each": by the field that has these values. */
export function withValuesSplit(question: string, ontology: Ontology): string {
  const text = question.trim().replace(/\s*[?.!]+$/, '')
  const how = split.exec(text)?.groups
  if (how !== undefined) {
    const { what = '', by, list } = how
    if (by !== undefined) return `${what} ${by}`
    const field = list === undefined ? null : fieldOf(list, ontology)
    return field === null ? question : `${what} by ${field}`
  }
  const { list = '', what = '' } = apart.exec(text)?.groups ?? {}
  const field = several.test(list) ? fieldOf(list, ontology) : null
  if (field === null) return question
  const rest = what.replace(/^how much of (?:our |the )?/i, 'total ')
  return `${rest.replace(eachOne, '')} by ${field}`
}

/** The only field with at least two of these values, and most of them. */
function fieldOf(list: string, { datasets, values }: Ontology): string | null {
  const closed = list.replace(/[\s,]+(?:etc\.?|and so on|and others?|and the rest)\s*$/iu, '')
  const isOpen = closed !== list
  const named = closed
    .split(/\s*(?:,|\/|\bvs\b\.?|\bversus\b|\band\b|\bor\b)\s*/iu)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
  const counted = new Map<string, Set<string>>()
  for (const one of named)
    for (const { dataset, field } of [...values.exact(one), ...values.exact(singular(one))]) {
      const key = JSON.stringify([dataset, field])
      counted.set(key, (counted.get(key) ?? new Set()).add(one))
    }
  const found = [...counted].filter(([, ones]) => ones.size >= 2 && ones.size * 2 >= named.length)
  const most = Math.max(0, ...found.map(([, ones]) => ones.size))
  const [only, ...more] = found.filter(([, ones]) => ones.size === most)
  if (only === undefined || more.length > 0) return null
  return (
    datasets
      .flatMap((dataset) => dataset.fields.map((field) => ({ dataset, field })))
      .filter(
        ({ dataset, field }) => JSON.stringify([dataset.name, field.name]) === only[0] && !dataset.isHidden,
      )
      // Where only some of the values are asked for, the others are no answer.
      .filter(({ field }) => most < named.length || most >= field.statistics.distinct || isOpen)
      // Many things have a name: by that of shops is "by shop".
      .map(({ dataset, field }) =>
        (/^(?:name|title|label)$/i.test(field.label) ? dataset : field).label.toLowerCase(),
      )[0] ?? null
  )
}
