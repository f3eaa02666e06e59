import type { Dataset, Ontology } from '@quipu/query'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { wordForms } from '../words/word-forms.ts'
import { parseTails, type SplitCalculation } from './split-calculation.ts'

const rate = /^(.*?)(?<![\p{L}-])(\p{L}{4,})\s+rates?\b(.*)$/iu

const opening =
  /^(?:(?:what(?:'s| is| was| are| were)?|how (?:high|low|big) (?:is|was)|show|give|tell|me|us|calculate|list|find|the|our|my|overall|total|current)\s+)*$/i
const ranking =
  /^(?:which|what)\s+(\p{L}+(?:\s\p{L}+)?)\s+(?:has|had|have)\s+the\s+(highest|lowest|largest|biggest|smallest|greatest)\s+$/iu

/** "return rate by shop": returns divided by what was returned. "cancellation rate": the share of cancelled ones. */
export function splitRate(question: string, ontology: Ontology): readonly SplitCalculation[] {
  const sentence = question.split(/[?.!](?:\s|$)/)[0] ?? ''
  const [, before, word, rest] = rate.exec(sentence) ?? []
  if (before === undefined || word === undefined || rest === undefined) return []
  const ranked = ranking.exec(before)
  if (ranked === null && !opening.test(before)) return []
  const datasets = ontology.datasets.filter((each) => !each.isHidden)
  if (datasets.some(({ fields }) => fields.some(({ label }) => nameWords(label).includes('rate')))) return []
  const parts = partsOf(word.toLowerCase(), datasets, ontology)
  if (parts === null) return []
  const how = { operator: '/', isMean: false, percent: false, words: [word, 'rate', 'rates'] } as const
  if (ranked === null) return parseTails(rest.trim()).map((tail) => ({ ...how, ...parts, tail }))
  const rank = /^(?:low|small)/i.test(ranked[2] ?? '') ? ('asc' as const) : ('desc' as const)
  return [{ ...how, ...parts, tail: `for each ${ranked[1] ?? ''} ${rest.trim()}`.trim(), rank }]
}

interface RateParts {
  readonly left: string
  readonly right: string
}

function partsOf(word: string, datasets: readonly Dataset[], ontology: Ontology): RateParts | null {
  const forms = new Set([word, ...wordForms(word)])
  const counted = datasets.find(({ label }) => forms.has(nameWords(label).join(' ')))
  if (counted !== undefined) {
    const wholes = new Set(
      ontology.relationships.flatMap(({ from, to }) => (from === counted.name ? [to] : [])),
    )
    const whole = wholes.size === 1 ? datasets.find(({ name }) => wholes.has(name)) : undefined
    return whole === undefined ? null : { left: counted.label, right: whole.label }
  }
  for (const { label, fields } of datasets)
    for (const field of fields) {
      if (field.type !== 'text' || field.role !== 'dimension') continue
      const state = field.sample.find((each) => /^\p{L}+ed$/iu.test(each) && stemOf(each) === stemOf(word))
      if (state !== undefined) return { left: `${label} with ${field.label} "${state}"`, right: label }
    }
  return datedPart(word, datasets)
}

/** "completion rate": of the rows that have a day for it in some cases, such as `completed_at`, those that have it. */
function datedPart(word: string, datasets: readonly Dataset[]): RateParts | null {
  const found = datasets.flatMap((dataset) =>
    dataset.fields.flatMap((field) => {
      const [verb, ...more] = field.label.toLowerCase().split(' ')
      const isNamed = verb !== undefined && verb.endsWith('ed') && stemOf(verb) === stemOf(word)
      const isSome = field.statistics.nulls > 0 && field.statistics.nulls < dataset.rows
      return isNamed && isSome && isMoment(field) && more.every((one) => /^(?:at|on|date|time)$/.test(one))
        ? [{ left: `${verb} ${dataset.label}`, right: dataset.label }]
        : []
    }),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

/** cancelled, cancellation → cancel. */
function stemOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?:ations?|ions?|ments?|als?|ed|ing|y)$/, '')
    .replace(/([^s])\1$/, '$1')
    .replace(/e$/, '')
}
