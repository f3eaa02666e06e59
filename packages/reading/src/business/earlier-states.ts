import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isStatusName } from '../lexicon/same-states.ts'
import { singular } from '../words/word-forms.ts'

/**
 * "how many estimates were declined", where `estimate` and `declined` are states of the same rows: those that are declined began as estimates,
 * so that only the later state narrows. Every other word keeps its place.
 */
export function withLaterState(question: string, { datasets, values }: Ontology): string {
  return question.replace(became, (all, before: string, noun: string, between: string, state: string) => {
    const isName = datasets.some(
      ({ label, isHidden }) => !isHidden && nameWords(label).includes(singular(noun.toLowerCase())),
    )
    const later = values.exact(state)
    const found = [...values.exact(noun), ...values.exact(singular(noun.toLowerCase()))].filter((one) =>
      later.some((each) => each.dataset === one.dataset && each.field === one.field),
    )
    const [only, ...more] = [...new Set(found.map(({ dataset, field }) => `${dataset}\n${field}`))]
    if (isName || only === undefined || more.length > 0) return all
    const [name, field] = only.split('\n')
    const rows = datasets.find((each) => each.name === name)
    const status = rows?.fields.find((each) => each.name === field)
    if (rows === undefined || status === undefined || !isStatusName(status.label)) return all
    return `${before}${rows.label}${between}${state}`
  })
}

const became =
  /\b(how many (?:of (?:our|the) )?|which (?:of (?:our|the) )?)(\p{L}+)( (?:(?:were|was|are|is|got|have been|has been) )(?:then )?)(\p{L}+)\b/iu
