import type { Dataset, Field, Ontology } from '@quipu/query'
import { agreedMoment, offeredMoment } from '../lexicon/agreed-times.ts'
import { nameWords } from '../lexicon/name-words.ts'

/**
 * "What share of last year's quotes turned into orders", where a quote and the order that comes of it are one row: of the rows with the day of
 * the quote, those with the day of the order. Every other word keeps its place.
 */
export function withOffersTaken(question: string, { datasets }: Ontology): string {
  const shown = datasets.filter(({ isHidden }) => !isHidden)
  const isApart = shown.some(({ label }) => nameWords(label).some((word) => offers.test(word)))
  const [both, ...more] = isApart ? [] : shown.flatMap(offeredThere)
  if (both === undefined || more.length > 0) return question
  const { dataset, quoted, ordered } = both
  return question.replace(taken, (all, head: string, when: string | undefined, since: string | undefined) => {
    const time = (when ?? since ?? '').replace(/['’]s?\s*$/, '').trim()
    // Without a period the first day says nothing to either reader.
    return time === '' ? all : `${head} ${dataset.label} ${quoted} ${time} were ${ordered}`
  })
}

const noun = '(?:quotes?|quotations?|offers?|proposals?|estimates?)'
const taken = new RegExp(
  String.raw`\b((?:what|which) (?:percentage|percent|share|proportion|part|%) of|how many(?: of)?) (?:the |our |all )?((?:last|this|previous) (?:year|month|quarter|week)['’]?s? )?${noun}(?: (?:made|sent|given|from|in|of) )?((?:last|this|in|of) (?:year|month|quarter|week|\d{4}))? ?(?:(?:have |has |were |was |got |get |gets |did |eventually |actually |then )*)(?:turn(?:s|ed)? into|turn(?:s|ed)? out as|became|become|becomes|convert(?:s|ed)?(?: in)?to|result(?:s|ed)? in|le(?:a)?ds? to|led to|ended up as|end up as) (?:an? |real |actual )?(?:orders?|sales?|jobs?|bookings?|contracts?)(?=\W*$)`,
  'iu',
)
const offers = /^(?:quote|quotation|offer|proposal|estimate)$/

interface Offered {
  readonly dataset: Dataset
  /** `quoted` and `ordered`, as the days are called. */
  readonly quoted: string
  readonly ordered: string
}

function offeredThere(dataset: Dataset): readonly Offered[] {
  const [quoted, ordered] = [offeredMoment(dataset), agreedMoment(dataset)]
  const verb = (field: Field | null): string | undefined =>
    field?.label.split(' ').find((word) => /(?:ed|won)$/i.test(word))
  const [first, second] = [verb(quoted), verb(ordered)]
  return first === undefined || second === undefined ? [] : [{ dataset, quoted: first, ordered: second }]
}
