import type { Dataset, Ontology } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf, parentsOf } from '../metrics/field-finder.ts'
import { numberLike } from '../words/inflect.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "repairs", "in the workshop": the rows of work with labour, parts or mechanics, where nothing is called so. */
export function jobsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const lower = tokens.map((token) => token.lower)
  const at = lower.findIndex((word) => /^(?:repairs?|workshop)$/.test(word))
  if (at < 0 || isOfData(lower[at] ?? '', ontology)) return []
  const jobs = jobsOf(ontology)
  if (jobs === null) return []
  const goods = goodsUsed(jobs, ontology)
  return lower.flatMap((word, from): readonly StandIn[] => {
    const before = lower[from - 1] ?? ''
    // "which parts": what the rows of parts name.
    if (word === 'parts' && goods !== null && /^(?:which|what)$/.test(before))
      return [{ from, to: from + 1, name: goods.label, changesNumbers: true }]
    // "did we repair" is what was done; "per workshop" divides by places.
    if (/^repairs?$/.test(word) && !/^(?:we|they|to|you|did|can)$/.test(before)) {
      const name = numberLike(word.endsWith('s'), jobs.label)
      return [{ from, to: from + 1, name, changesNumbers: true }]
    }
    if (word !== 'workshop' || /^(?:per|by|each|every|which|what)$/.test(before)) return []
    const isPlace =
      /^(?:the|our)$/.test(before) && /^(?:in|from|at|of|for|through|by)$/.test(lower[from - 2] ?? '')
    // "bikes in the workshop right now" are there, whatever the rows of work are called.
    if (
      isPlace &&
      /^(?:is|are|was|were|be|been|still|currently|now|days|weeks|time|long)$/.test(lower[from - 3] ?? '')
    )
      return []
    return isPlace
      ? [{ from: from - 2, to: from + 1, name: `for ${jobs.label}`, changesNumbers: true }]
      : [{ from, to: from + 1, name: numberLike(false, jobs.label), changesNumbers: true }]
  })
}

/** The only kind of thing that the lines of parts refer to. */
function goodsUsed(jobs: Dataset, ontology: Ontology): Dataset | null {
  const lines = childrenOf(jobs, ontology).filter(({ label }) => /\bparts?\b/i.test(label))
  const [only, ...more] = lines.flatMap((each) => parentsOf(each, ontology)).filter((each) => each !== jobs)
  return only === undefined || more.length > 0 ? null : only
}

function isOfData(word: string, { datasets, values }: Ontology): boolean {
  const [base = word] = nameWords(word)
  return (
    values.exact(word).length > 0 ||
    values.exact(base).length > 0 ||
    datasets.some(({ label, isHidden, fields }) =>
      isHidden
        ? false
        : [label, ...fields.map((field) => field.label)].some((name) => nameWords(name).includes(base)),
    )
  )
}

/** The only rows that say what work was done: two or more of labour, parts, whoever does it and the day on which it is done. */
function jobsOf(ontology: Ontology): Dataset | null {
  const [only, ...more] = ontology.datasets.filter((each) => !each.isHidden && isWork(each, ontology))
  return only === undefined || more.length > 0 ? null : only
}

function isWork(dataset: Dataset, ontology: Ontology): boolean {
  const fields = visible(dataset)
  const has = (pattern: RegExp): boolean => fields.some(({ label }) => pattern.test(label))
  const signs = [
    fields.some((field) => isMeasure(field) && /\blabou?r\b/i.test(field.label)),
    fields.some((field) => isMeasure(field) && /\bparts?\b/i.test(field.label)) ||
      childrenOf(dataset, ontology).some(({ label }) => /\bparts?\b/i.test(label)),
    has(/\b(?:mechanic|technician|fitter|repairer|engineer|bench)\b/i),
  ]
  const isDone = fields.some(
    (field) =>
      isMoment(field) &&
      /\b(?:finished|completed|done|ready|collected|picked up|promised)\b/i.test(field.label),
  )
  return isDone && signs.filter(Boolean).length > 1
}
