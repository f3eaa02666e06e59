import { singularLabel, type Dataset, type Ontology } from '@quipu/query'
import { isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { singular } from '../words/word-forms.ts'

const kindNouns = 'types?|kinds?|sorts?|categor(?:y|ies)|class(?:es)?|groups?'
const kindOf = new RegExp(String.raw`\b(${kindNouns}) of (?:the |our |an? )?(\p{L}+)\b`, 'giu')

/** "by type of fabric": what the answer is divided by, and nothing after it. */
const divided = new RegExp(
  String.raw`\b(by|per|for each|each|every) (?:the )?(?:${kindNouns}) of (\p{L}+)(?=\W*$|,| (?:this|last|in|since|for|from|during|until|and|so|to)\b)`,
  'giu',
)

/** "type of job" where the data has a job type, and "by type of fabric" where each row of the fabrics is one. */
export function withKindsNamed(question: string, ontology: Ontology): string {
  const isName = (name: string): boolean =>
    ontology.datasets.some(
      ({ label, fields, isHidden }) =>
        !isHidden && [label, ...fields.map((field) => field.label)].some((one) => one.toLowerCase() === name),
    )
  const said = question.replaceAll(divided, (all, by: string, noun: string) =>
    isKindItself(singular(noun.toLowerCase()), ontology) ? `${by} ${noun}`.padEnd(all.length) : all,
  )
  return said.replaceAll(kindOf, (all, kind: string, noun: string) => {
    const one = singular(noun.toLowerCase())
    const name = `${one} ${singular(kind.toLowerCase())}`
    return isName(name) ? name.padEnd(all.length) : all
  })
}

/** A dataset of few named rows that nothing divides into kinds: others refer to each of them as what they are made of. */
function isKindItself(noun: string, ontology: Ontology): boolean {
  const named = ontology.datasets.filter(
    (each) => !each.isHidden && singularLabel(each.label).toLowerCase() === noun,
  )
  const [only, ...more] = named
  if (only === undefined || more.length > 0 || isPeople(only) || only.rows > mostKinds) return false
  const isDivided = [only, ...parentsOf(only, ontology)].some((each) => hasKindName(each, only))
  return !isDivided && visible(only).some(({ role }) => role === 'name')
}

const mostKinds = 50

function hasKindName(dataset: Dataset, own: Dataset): boolean {
  const labels = dataset === own ? visible(own).map(({ label }) => label) : [dataset.label]
  return labels.some((label) => nameWords(label).some((word) => isKindWord.test(word)))
}

const isKindWord = /^(?:type|kind|sort|category|class|group|family|species)$/

const sellers =
  /\bsales ?(?:persons?|people|m[ae]n|wom[ae]n|staff|team members?)\b|\bsales[- ](?:person|people)\b/giu

/** "each sales person": one word for those who sell, where the data does not call them so itself. */
export function withSellersNamed(question: string, { datasets, values }: Ontology): string {
  const isOwn = datasets.some(
    ({ label, fields, isHidden }) =>
      !isHidden &&
      [label, ...fields.map((field) => field.label)].some((one) => /^sales? (?:pe|m|w|st|t)/i.test(one)),
  )
  if (isOwn) return question
  return question.replaceAll(sellers, (all) => {
    // `Sales Person` may be the title of a job.
    if (values.exact(all).length > 0) return all
    const isSeveral = /(?:persons|people|men|women|members|staff)$/i.test(all)
    return (isSeveral ? 'salespeople' : 'salesperson').padEnd(all.length)
  })
}

/** "and what do they bring in per month?": what recurs each month, where contracts say so. */
export function withRecurring(question: string, { metrics }: Ontology): string {
  return metrics.some(({ name }) => name === 'mrr')
    ? question.replace(
        /\b(?:what|how much)(?: money| revenue)? (?:do|does) (?:they|these|those|it|each of them)(?: all)? (?:bring in|make|earn|generate|pay|come to)(?: us)? (?:(?:per|a|each|every) month|monthly)(?=\W*$)/iu,
        'what about mrr',
      )
    : question
}
