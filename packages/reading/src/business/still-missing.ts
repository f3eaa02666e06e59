import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isStatusName } from '../lexicon/same-states.ts'
import { stateField } from '../metrics/not-sold.ts'
import { isLasting } from '../metrics/plans.ts'

/**
 * "whose deposit is still missing": the running contracts without the day on which it was paid. "Orders waiting for payment": those in the
 * state that says so. Every other word keeps its place.
 */
export function withMissingSaid(question: string, ontology: Ontology): string {
  const [, one, other] = missing.map((form) => form.exec(question)).find((found) => found !== null) ?? []
  const found = dayOf((one ?? other ?? '').trim(), ontology)
  if (found !== null) {
    const runs = stateField(found.dataset, ['active', 'running', 'current', 'ongoing'], ontology)?.values[0]
    const running = runs !== undefined ? `${runs} ` : isLasting(found.dataset) ? 'active ' : ''
    return `${running}${found.dataset.label.toLowerCase()} without ${found.field.label.toLowerCase()}`
  }
  return question.replace(waiting, (all) => stateOfWaiting(question, ontology) ?? all)
}

const missing: readonly RegExp[] = [
  /^\W*whose ([\p{L} ]+?) (?:is|are|has|have)(?: still)? (?:missing|outstanding|unpaid|not (?:yet )?(?:been )?(?:paid|received|in|there)|not (?:yet )?(?:come|arrived)(?: in)?)(?: yet)?\W*$/iu,
  /^\W*(?:who|which \p{L}+) (?:has|have|did)(?: not|n['’]t)(?: yet)? (?:paid|pay) (?:their|the|a|his|her) ([\p{L} ]+?)(?: yet)?\W*$/iu,
]

/** `deposit paid on`: the only day of this name that some rows do not have. */
function dayOf(
  name: string,
  { datasets }: Ontology,
): { readonly dataset: Dataset; readonly field: Field } | null {
  const said = nameWords(name).join(' ')
  if (said === '') return null
  const [only, ...more] = datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).flatMap((field) => {
          const [, what = ''] = /^(.+) (?:paid|received|settled)(?: on| at| date)?$/i.exec(field.label) ?? []
          const isDay = isMoment(field) && field.statistics.nulls > 0 && nameWords(what).join(' ') === said
          return isDay ? [{ dataset, field }] : []
        }),
  )
  return only === undefined || more.length > 0 ? null : only
}

const waiting = /\b(?:still )?(?:waiting for|waiting on|awaiting) (?:an? |the |their )?payment\b/iu
const states = ['awaiting payment', 'pending payment', 'payment pending', 'unpaid', 'pending', 'open']

/** What the named rows that wait are called. */
function stateOfWaiting(question: string, { datasets, values }: Ontology): string | null {
  const words = new Set(nameWords(question))
  const rows = datasets.filter(({ label }) => words.has(nameWords(label).at(-1) ?? ''))
  if (['waiting for payment', 'awaiting payment'].some((each) => values.exact(each).length > 0)) return null
  const isOf = (state: string): boolean =>
    values.exact(state).some((value) => {
      const dataset = rows.find(({ name }) => name === value.dataset)
      return dataset?.fields.some(({ name, label }) => name === value.field && isStatusName(label)) === true
    })
  return states.find(isOf) ?? null
}
