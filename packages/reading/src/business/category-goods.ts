import type { Dataset, Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf } from '../metrics/field-finder.ts'
import { plural, singular } from '../words/word-forms.ts'
import { isGoodsLike } from './sold-things.ts'

/** "which lamps have a plug": the goods of the category Lamps, where nothing else is called so. */
export function withGoodsOfCategory(question: string, ontology: Ontology): string {
  return question.replace(asked, (all, head: string, noun: string, verb: string | undefined) => {
    const goods = goodsIn(noun, ontology)
    const does = verb !== undefined && /^contain/i.test(verb) ? 'have' : (verb ?? '')
    return goods === null
      ? all
      : `${head}${plural(singular(goods.label.toLowerCase()))} in ${noun}${does === '' ? '' : ` ${does}`}`
  })
}

const asked =
  /^(\W*(?:which(?: of (?:our|the))?|what|list(?: all)?(?: the| our)?|show(?: me)?(?: all)?(?: the| our)?|how many) )(\p{L}+s)(?:(?=\W*$)| (have|has|had|are|were|contain|contains|with|without|cost|do not|don['’]t)\b)/iu

function goodsIn(noun: string, ontology: Ontology): Dataset | null {
  const { datasets, values } = ontology
  const word = singular(noun.toLowerCase())
  const isCalled = datasets.some(
    ({ label, fields, isHidden }) =>
      !isHidden &&
      [label, ...fields.map((field) => field.label)].some((name) => nameWords(name).includes(word)),
  )
  if (isCalled) return null
  const [only, ...more] = values.exact(noun)
  const home = datasets.find(({ name, isHidden }) => name === only?.dataset && !isHidden)
  const field = home?.fields.find(({ name }) => name === only?.field)
  if (only === undefined || more.length > 0 || home === undefined || field === undefined) return null
  if (isGoodsLike(home)) return kinds.test(field.label) ? home : null
  const [goods, ...others] = childrenOf(home, ontology).filter(isGoodsLike)
  const isKind = field.role === 'name' && kinds.test(`${home.label} ${field.label}`)
  return !isKind || goods === undefined || others.length > 0 ? null : goods
}

const kinds =
  /\b(?:groups?|categor(?:y|ies)|types?|kinds?|class(?:es)?|ranges?|famil(?:y|ies)|departments?|sections?)\b/i
