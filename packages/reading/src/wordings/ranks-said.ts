import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** Says in one form by what things are ranked: "which countries have the most customers", "top 10 bikes by revenue". Every other word keeps its order. */
export function withRanksSaid(question: string, ontology: Ontology): string {
  return [byMetric, kindsByNumber, mostDone].reduce(
    (text, rewrite) => rewrite(text, ontology),
    bySum(question),
  )
}

const many = String.raw`(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)`
const earned = String.raw`(?:(?:bring|brings|brought|have brought|has brought) (?:us )?in|bring us|brought us|make|makes|made|earn|earns|earned|earn us|earned us|take|takes|took|generate|generates|generated)`
const bringing = new RegExp(
  String.raw`^\W*(which|the|our) ${many} ((?:\p{L}+ ){0,2}\p{L}+?)(?: (?:that|which|who))?(?: have| has)? ${earned} (?:us )?the (most|least)(?: (?:money|revenue|income|sales))?(?= |\W*$)`,
  'iu',
)
const weSold = new RegExp(
  String.raw`^\W*(?:the |our )?(?:top )?${many} ((?:\p{L}+ ){0,2}\p{L}+?)(?: that| which)?,? we (?:have )?(sold|sell|rented out|rented|hired out|ordered|earned|made)(?: with)? the (most|fewest|least)(?: of)?(?: (?:with|from|on))?( .+?)??(?:,? by (?:the )?(.+?))?(\W*)$`,
  'iu',
)

/** "the 10 bikes that bring in the most money", "the 5 items we sold the most of this year, by quantity" */
function bySum(question: string): string {
  return question
    .replace(
      bringing,
      (_, __: string, number: string, what: string, most: string) =>
        `${most.toLowerCase() === 'most' ? 'top' : 'bottom'} ${number} ${what} by revenue`,
    )
    .replace(
      weSold,
      (
        all,
        number: string,
        what: string,
        verb: string,
        most: string,
        rest: string | undefined,
        by: string | undefined,
        end: string,
      ) => {
        const isMoney = /^(?:earned|made)$/i.test(verb)
        const measure = by ?? (isMoney ? 'revenue' : null)
        return measure === null
          ? all
          : `${most.toLowerCase() === 'most' ? 'top' : 'bottom'} ${number} ${what}${(rest ?? '').replace(/^ with\b/i, '')} by ${measure}${end}`
      },
    )
}

const withMost = new RegExp(
  String.raw`^\W*(?:(?:which|what|show(?: me)?|list|give me) )?(?:are )?(?:the |our )*${many} ((?:\p{L}+ )?\p{L}+) (?:with|that have|which have|have|having) the (highest|lowest|biggest|smallest|largest|best|worst|most|least) ((?:\p{L}+ )?\p{L}+)(?=\W*$|,? (?:this|last|in|since|so far)\b)`,
  'iu',
)

/** "5 products with the lowest margin": the bottom 5 by a figure that the data has for many rows together. */
function byMetric(question: string, { metrics }: Ontology): string {
  return question.replace(withMost, (all, number: string, what: string, end: string, measure: string) => {
    const said = measure.toLowerCase()
    const isMetric = metrics.some(
      ({ label, synonyms }) =>
        label.toLowerCase() === said || synonyms.some((one) => one.toLowerCase() === said),
    )
    const isTop = /^(?:highest|biggest|largest|best|most)$/i.test(end)
    return isMetric ? `${isTop ? 'top' : 'bottom'} ${number} ${what} by ${said}` : all
  })
}

const byNumber = new RegExp(
  String.raw`^\W*(?:the |our )?(top|bottom) ${many} ((?:\p{L}+ )?\p{L}+) (?:by (?:the )?(?:number of |count of )?|of )(?:our |the )?((?:\p{L}+ )?\p{L}+)(?=\W*$|,| (?:this|last|in|since|so far)\b)`,
  'iu',
)

/** "top 3 towns by number of owners": what the rows of the owners say is no figure of each owner. */
function kindsByNumber(question: string, ontology: Ontology): string {
  return question.replace(byNumber, (all, end: string, number: string, kinds: string, things: string) => {
    const said = nameWords(things).join(' ')
    const kind = nameWords(kinds).join(' ')
    const shown = ontology.datasets.filter(({ isHidden }) => !isHidden)
    const isThing = shown.some(({ label }) => nameWords(label).join(' ') === kind)
    const isKind = shown.some(
      (dataset) =>
        nameWords(dataset.label).join(' ') === said &&
        visible(dataset).some(({ label, type }) => type === 'text' && nameWords(label).join(' ') === kind),
    )
    return isThing || !isKind
      ? all
      : `which ${number} ${kinds} have the ${end.toLowerCase() === 'top' ? 'most' : 'fewest'} ${things}`
  })
}

const doneTo = /\b(?:has|have|had|got|gets?) the (most|fewest|least) \p{L}+ (\p{L}+(?:ed|ing))\b/giu
const didMost =
  /\b(?:did|do|have) the (most|fewest|least) \p{L}+ (\p{L}{4,})(?:ed)? (?:in|for|on|to|at)(?= (?:this|last|in|since|so far)\b|\W*$)/giu

/** "which course has the most people enrolled", "which class did the most students enrol in": the rows that are called after what they did. */
function mostDone(question: string, { datasets }: Ontology): string {
  const rowsOf = (verb: string): string | null => {
    const stems = stemsOf(verb.toLowerCase())
    const [only, ...more] = datasets.filter(
      ({ label, isHidden }) =>
        !isHidden &&
        nameWords(label).length === 1 &&
        [...stemsOf(nameWords(label)[0] ?? '')].some((stem) => stems.has(stem)),
    )
    return only === undefined || more.length > 0 ? null : only.label
  }
  return [doneTo, didMost].reduce(
    (text, pattern) =>
      text.replaceAll(pattern, (all, most: string, verb: string) => {
        const rows = rowsOf(verb)
        return rows === null ? all : `has the ${most} ${rows}`
      }),
    question,
  )
}
