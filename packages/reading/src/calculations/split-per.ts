import type { Ontology, Query } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import { parseTails, type SplitCalculation } from './split-calculation.ts'

const opening =
  /^(?:(?:what(?:'s| is| was| are| were)?|how (?:high|low|big) (?:is|was)|show|give|tell|me|us|calculate|compute|list|find|the|our|my|overall|current)\s+)*/i
const ranking =
  /^(?:which|what)\s+(\p{L}+(?:\s\p{L}+)?)\s+(?:has|had|have)\s+the\s+(highest|lowest|largest|biggest|smallest|greatest|best|worst)\s+/iu
const joint = /^(.+?)\s+per\s+(?:each\s+)?(.+)$/iu
/** Words after the second amount that apply to both. */
const following = /\s+(?:by|per|for|in|at|during|across|of|since|from|between|over|last|this|on)\s.*$/iu

/** "revenue per seat by plan": one amount divided by another. The second one is not a grouping. */
export function splitPer(question: string, ontology: Ontology): readonly SplitCalculation[] {
  const sentence = (question.split(/[?.!](?:\s|$)/)[0] ?? '').replace(
    /,?\s*(?:ordered|sorted|ranked)\b.*$/i,
    '',
  )
  const ranked = ranking.exec(sentence)
  const body = sentence.slice(ranked === null ? (opening.exec(sentence)?.[0].length ?? 0) : ranked[0].length)
  const [, before, after] = joint.exec(body) ?? []
  if (before === undefined || after === undefined || /\b(?:number|count|many|times)\b/i.test(before))
    return []
  const tail = following.exec(after)?.[0] ?? ''
  const right = after.slice(0, after.length - tail.length).trim()
  if (right === '' || !ontology.datasets.some((each) => each.fields.some(isMeasure))) return []
  const left = before.replace(/\b(?:average|mean|avg|total)\s+/gi, '').trim()
  if (left === '') return []
  const how = {
    operator: '/',
    isMean: false,
    percent: false,
    left,
    right,
    isOfAmounts: true,
    words: [],
  } as const
  if (ranked === null) return parseTails(tail.trim()).map((each) => ({ ...how, tail: each }))
  const rank = /^(?:low|small|worst)/i.test(ranked[2] ?? '') ? ('asc' as const) : ('desc' as const)
  return [{ ...how, tail: `for each ${ranked[1] ?? ''} ${tail.trim()}`.trim(), rank }]
}

/** The sum of an additive field: a weight, but not a rating or a year. */
export function isAddedUp({ outputs }: Query, ontology: Ontology): boolean {
  return outputs.some(({ expression }) => {
    if (expression.kind === 'metric') return true
    const of = expression.kind === 'aggregate' && expression.function === 'sum' ? expression.of : expression
    if (of.kind !== 'field') return false
    const field = ontology.datasets
      .find((each) => each.name === of.dataset)
      ?.fields.find((each) => each.name === of.field)
    return (
      field !== undefined &&
      isMeasure(field) &&
      field.role === 'measure' &&
      !nameWords(field.label).some((word) => steps.has(word))
    )
  })
}

/** Numbers that identify or rank rather than measure. */
const steps: ReadonlySet<string> = new Set(
  'age year month day week quarter season rating rate score star rank ranking level grade class tier floor size version number code zip position round percent percentage share average ratio latitude longitude'.split(
    ' ',
  ),
)
