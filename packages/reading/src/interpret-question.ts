import { planJoins, type Ontology } from '@quipu/query'
import { annotate } from './annotate/annotate.ts'
import { readDuration } from './calculations/durations.ts'
import { readCalculation } from './calculations/read-calculation.ts'
import { withSeries } from './calculations/series.ts'
import { featuresOf } from './confidence/features.ts'
import type { Candidate, Interpretation } from './confidence/interpretation.ts'
import { parse } from './grammar/parse.ts'
import { buildQuery } from './interpret/build-query.ts'
import { withDatedThings } from './interpret/dated-list.ts'
import { withoutFixedGroups } from './interpret/fixed-groups.ts'
import { withDefaultOrder } from './interpret/default-order.ts'
import { listedTogether } from './interpret/listed-together.ts'
import { resolve, type Resolution } from './interpret/resolve.ts'
import { withRowsForDates } from './interpret/rows-not-dates.ts'
import { rivalMeanings } from './interpret/rival-meanings.ts'
import { withValueGroups, withValuesApart } from './interpret/values-apart.ts'
import { findNumbers } from './numbers/find-numbers.ts'
import type { ReadingContext } from './plan/reading-context.ts'
import { findTimes } from './time/find-times.ts'
import { withoutNamedDays } from './time/named-days.ts'
import { tokenize } from './words/tokens.ts'

/** All possible meanings of a question in this ontology, with the features that speak for and against each. */
export function interpretQuestion(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): Interpretation {
  const interpret = (part: string): Interpretation => interpretPlain(part, ontology, context)
  const duration = readDuration(question, ontology, interpret)
  if (duration !== null) return duration
  const plain = interpret(question)
  const calculated = readCalculation(question, ontology, interpret)
  if (calculated === null || 'status' in planJoins(calculated.query, ontology)) return plain
  return { ...plain, candidates: [calculated, ...plain.candidates] }
}

function interpretPlain(question: string, ontology: Ontology, context: ReadingContext): Interpretation {
  const tokens = tokenize(question)
  const { now, timeZone } = context
  const found = findTimes(question, { now, timeZone, calendar: ontology.calendar })
  const times = withoutNamedDays(found, question, ontology)
  const numbers = findNumbers(
    question,
    times.filter((each) => each.confidence >= 0.5),
  )
  const chunks = annotate(question, tokens, ontology, numbers, times)
  const draft = parse(chunks)
  const resolutions = resolve(draft, ontology, 3)
  const candidateOf = (resolution: Resolution, second: Resolution | undefined): Candidate => {
    const { query: plainly, building } = buildQuery(draft, resolution, ontology, context)
    const built = listedTogether(draft, resolution, question) ?? plainly
    const rows = withRowsForDates(withoutFixedGroups(built), ontology, question)
    const shown = withValueGroups(
      withValuesApart(withDatedThings(rows, ontology, question), draft),
      draft,
      ontology,
    )
    const query = withDefaultOrder(withSeries(shown, draft, { chunks, times }, ontology, context), ontology)
    const joins = planJoins(query, ontology)
    const features = featuresOf({ chunks, query, building, second, joins: 'status' in joins ? null : joins })
    return { query, building, score: resolution.score - building.doubt, features }
  }
  const [best] = resolutions
  // A reading that shows nothing is none: it cannot be answered, and not be offered to choose either.
  const candidates = resolutions
    .map((resolution, i) => candidateOf(resolution, resolutions[i === 0 ? 1 : 0]))
    .filter(({ query }) => query.outputs.length > 0)
  const rivals =
    best === undefined ? [] : rivalsOf(best, resolutions, ontology).map((one) => candidateOf(one, best))
  return { chunks, times, draft, candidates, rivals }
}

/** Whether a resolution fits as well as the best one. When the question names nothing, every one does. */
function rivalsOf(
  best: Resolution,
  resolutions: readonly Resolution[],
  ontology: Ontology,
): readonly Resolution[] {
  return best.nouns.size > 0 || best.values.size > 0 ? rivalMeanings(best, ontology) : resolutions.slice(1)
}
