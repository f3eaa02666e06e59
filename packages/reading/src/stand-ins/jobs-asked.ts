import type { Dataset, Ontology } from '@quipu/query'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
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

/** "how many jobs is each workshop working on": orders for work inside, where "job" is otherwise only what staff do for a living. */
export function workOrdersAsked({ tokens }: Words, { datasets, values }: Ontology): readonly StandIn[] {
  const shown = datasets.filter(({ isHidden }) => !isHidden)
  const [orders, ...more] = shown.filter(({ label }) => workOrders.test(label))
  const isOther = shown.some(
    (each) =>
      nameWords(each.label).includes('job') ||
      (!isPeople(each) && visible(each).some(({ label }) => nameWords(label).includes('job'))),
  )
  if (orders === undefined || more.length > 0 || isOther || values.exact('job').length > 0) return []
  return tokens.flatMap(({ lower }, from) => {
    const isHeld = /^(?:what|their|his|her|whose|employee|employees|staff)$/.test(
      tokens[from - 1]?.lower ?? '',
    )
    return lower !== 'jobs' || isHeld
      ? []
      : [{ from, to: from + 1, name: orders.label, changesNumbers: true }]
  })
}

const workOrders = /^(?:work|production|service|manufacturing|shop|factory|repair) orders?$/i

/** "how many satisfaction surveys were answered": the rows that were sent out and answered, where nothing is called so. */
export function surveysAsked({ tokens, isKnown }: Words, { datasets }: Ontology): readonly StandIn[] {
  const [asked, ...more] = datasets.filter(
    (each) =>
      !each.isHidden &&
      /\b(?:ratings?|feedbacks?|reviews?|responses?|satisfaction|nps|csat)\b/i.test(each.label) &&
      visible(each).some(
        (field) => isMoment(field) && /\b(?:sent|asked|invited|requested)\b/i.test(field.label),
      ) &&
      visible(each).some(
        (field) =>
          isMoment(field) && /\b(?:answered|responded|completed|submitted|replied)\b/i.test(field.label),
      ),
  )
  if (asked === undefined || more.length > 0) return []
  return tokens.flatMap((token, at) => {
    if (!/^(?:surveys?|questionnaires?)$/.test(token.lower) || isKnown(token)) return []
    const from = /^(?:satisfaction|csat|nps|feedback|customer)$/.test(tokens[at - 1]?.lower ?? '')
      ? at - 1
      : at
    return [{ from, to: at + 1, name: asked.label, changesNumbers: true }]
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
