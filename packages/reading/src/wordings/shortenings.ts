import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Idiom } from '../words/idioms.ts'
import { rewritten } from '../words/idioms.ts'

/** Writes out words of calculation that people shorten: "avg", "qty", "w/o", "last wk". A value of the data keeps its letters. */
export function withShorteningsOut(question: string, ontology: Ontology): string {
  const isValue = (word: string): boolean => ontology.values.exact(word).length > 0
  const list = shortenings.filter(({ pattern }) => {
    const said = question.match(pattern)
    return said !== null && !said.some((word) => isValue(word.trim()))
  })
  return withAverageOfRows(withThousands(rewritten(question, list)), ontology)
}

const shortenings: readonly Idiom[] = [
  { pattern: /\bavg\b\.?(?= )/giu, plain: 'average' },
  { pattern: /\bqty\b\.?(?= )/giu, plain: 'quantity' },
  { pattern: /\bpct\b\.?(?= of\b)/giu, plain: 'percentage' },
  { pattern: /\bpct\b/giu, plain: 'percent' },
  { pattern: /(?<=^|\s)w\/o(?= )/giu, plain: 'without' },
  { pattern: /(?<=^|\s)w\/(?= )/giu, plain: 'with' },
  { pattern: /\bwks\b/giu, plain: 'weeks' },
  { pattern: /\bwk\b/giu, plain: 'week' },
  { pattern: /\bmn?ths\b/giu, plain: 'months' },
  { pattern: /\bmn?th\b/giu, plain: 'month' },
  { pattern: /\bqtrs\b/giu, plain: 'quarters' },
  { pattern: /\bqtr\b/giu, plain: 'quarter' },
  { pattern: /\byrs\b/giu, plain: 'years' },
  { pattern: /\byr\b/giu, plain: 'year' },
  // "a typical sale", "mean order value": both are the average.
  { pattern: /\btypical (?=\p{L})/giu, plain: 'average ' },
  {
    pattern: /\bmean (?=\p{L}+(?: \p{L}+)? (?:value|amount|size|total|price|cost|spend)\b)/giu,
    plain: 'average ',
  },
]

/** "orders over 1.5k": an amount after a word for a bound. */
function withThousands(question: string): string {
  return question.replaceAll(thousands, (all, amount: string) => {
    const written = String(Math.round(Number(amount) * 1000))
    return Number.isFinite(Number(amount)) ? written : all
  })
}

const thousands =
  /(?<=\b(?:over|under|above|below|than|least|most|exceeding|exceed|exceeds|between|reached|spent) (?:[£$€] ?)?)(\d+(?:\.\d+)?)k\b/giu

/** "average invoice value": the average of its amount, where no field or figure is called so. */
function withAverageOfRows(question: string, ontology: Ontology): string {
  return question.replaceAll(averageOfRows, (all, mean: string, thing: string, what: string) => {
    if (businessOf(ontology).metricNamed(`average ${thing} ${what}`.toLowerCase()) !== null) return all
    const last = nameWords(thing).at(-1)
    const [only, ...more] = ontology.datasets.filter(
      (each) => !each.isHidden && nameWords(each.label).at(-1) === last,
    )
    if (only === undefined || more.length > 0) return all
    const isOwn = visible(only).some(
      (field) =>
        isMeasure(field) &&
        /^(?:\p{L}+ )?(?:value|amount|total)$/iu.test(field.label) &&
        nameWords(field.label).includes(what.toLowerCase()) &&
        nameWords(field.label).length === 1,
    )
    return isOwn ? all : `${mean} ${thing}`
  })
}

const averageOfRows = /\b(average|mean) (\p{L}+) (value|amount|total)\b(?! of\b)/giu
