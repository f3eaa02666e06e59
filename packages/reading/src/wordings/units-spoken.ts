import type { Dataset, Field, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { unitNames } from '../metrics/unit-words.ts'

interface Measured {
  readonly dataset: Dataset
  readonly field: Field
}

/** "how many litres did we brew", "rent per square metre": the column that is measured so (`volume_l`, `size_sqm`), by its own name. */
export function withUnitsNamed(question: string, ontology: Ontology): string {
  const found = spoken.exec(question)?.[0]
  const fields = found === undefined ? [] : measuredIn(found, ontology)
  const [only, ...more] = fields
  if (found === undefined || only === undefined || isFigure(found, ontology)) return question
  const done = question.replace(amountDone, (all, unit: string, verb: string) => {
    const made = isUnit(unit, found) ? eventOf(verb, fields) : null
    return made === null ? all : `total ${made.dataset.label} ${made.field.label} ${made.word}`
  })
  if (done !== question || more.length > 0) return done
  return question
    .replace(perUnit, (all, amount: string, unit: string) =>
      isUnit(unit, found) && isAmount(amount, ontology) ? `${amount} divided by ${only.field.label}` : all,
    )
    .replace(howMany, (all, unit: string) =>
      isUnit(unit, found) ? `total ${only.dataset.label} ${only.field.label}` : all,
    )
}

/** The columns whose name ends in the unit, and says more than it. */
function measuredIn(said: string, { datasets }: Ontology): readonly Measured[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).flatMap((field) =>
          isMeasure(field) && endsInUnit(field, said) ? [{ dataset, field }] : [],
        ),
  )
}

function endsInUnit({ label }: Field, said: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const last = words.at(-1) ?? ''
  const isPrice = /\b(?:price|cost|rate|fee|per)\b/i.test(label)
  return words.length > 1 && !isPrice && unitNames({ label: last, unit: null }).includes(said.toLowerCase())
}

function isUnit(word: string, said: string): boolean {
  return word.toLowerCase() === said.toLowerCase()
}

/** "litres sold" is a figure of its own where the content of what is sold is known. */
function isFigure(said: string, ontology: Ontology): boolean {
  return businessOf(ontology).metricNamed(said.toLowerCase()) !== null
}

/** The name of one column only: of an asking rent and a monthly rent, "rent" may be either. */
function isAmount(words: string, { datasets }: Ontology): boolean {
  const said = nameWords(words)
  const found = datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).filter((field) => {
          const own = nameWords(field.label)
          return isMeasure(field) && said.every((word) => own.includes(word))
        }),
  )
  return found.length === 1
}

/** The rows with a date that the verb names, such as `brewed on`, and the word for it. */
function eventOf(verb: string, fields: readonly Measured[]): (Measured & { readonly word: string }) | null {
  const stems = stemsOf(verb.toLowerCase())
  const found = fields.flatMap((one) =>
    visible(one.dataset).flatMap(({ label, ...rest }) => {
      const [word = ''] = label.toLowerCase().split(' ')
      const isNamed = isMoment({ label, ...rest }) && [...stemsOf(word)].some((stem) => stems.has(stem))
      return isNamed ? [{ ...one, word }] : []
    }),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

const unit =
  '(?:square (?:metres?|meters?|feet|foot)|cubic (?:metres?|meters?)|sqm|kilomet(?:re|er)s?|met(?:re|er)s?|lit(?:re|er)s?|kilograms?|kilos?|kgs?|grams?|tons?|tonnes?)'
const spoken = new RegExp(String.raw`\b${unit}\b`, 'iu')
const amountDone = new RegExp(
  String.raw`\b(?:how many |(?:the )?(?:total )?(?:number of |amount of )?)(${unit}) (?:(?:did|do|have|has) (?:we|they) |(?:were|was|are|have been) )?(\p{L}{3,})\b`,
  'iu',
)
const perUnit = new RegExp(
  String.raw`\b(?:the )?(?:average |mean )?((?!average|mean)\p{L}+(?: \p{L}+)?) (?:per|a|for each) (${unit})\b`,
  'iu',
)
const howMany = new RegExp(
  String.raw`\bhow many (${unit})(?: of (?:space|floor(?: space)?))?(?: (?:do|did) we (?:have|rent|let|own)| are there| is that)?\b`,
  'iu',
)
