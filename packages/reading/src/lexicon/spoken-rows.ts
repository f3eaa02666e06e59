import type { Dataset, Ontology } from '@quipu/query'
import { tokenize } from '../words/tokens.ts'
import { isMeasure, visible } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'

/** Says by their names what people say by verbs: what is left on cards is their balance, what comes back are the returns. Other words keep their place. */
export function withNamedRows(question: string, ontology: Ontology): string {
  return withReturns(withBalance(question, ontology), ontology)
}

/** "how much is still on the gift cards": the sum of their balance, where they have one. */
function withBalance(question: string, ontology: Ontology): string {
  const found = stillOn.exec(question.replaceAll(/\s+/g, ' '))
  const { noun = '', rest = '' } = found?.groups ?? {}
  if (found === null || !/\b(?:still|left|remaining|unused|unspent)\b/i.test(found[0])) return question
  const owners = ontology.datasets.filter((each) => isCalled(each, noun))
  const [balance, ...more] = owners.flatMap((each) =>
    visible(each).filter(
      (field) => isMeasure(field) && nameWords(field.label).some((word) => balances.has(word)),
    ),
  )
  if (balance === undefined || more.length > 0) return question
  return `total ${balance.label} of ${noun}${rest}`
}

const stillOn =
  /^\W*how much(?: money| credit| value)? (?:is|do we have|do we still have|are)(?: there)?(?: still)?(?: left| remaining| unused| unspent)?(?: over)? (?:on|in) (?:all |the |our )*(?<noun>\p{L}+(?: \p{L}+){0,2}?)(?<rest>(?: (?:of|from|sold|bought|that|which|in|by|per|this|last)\b.*)?)[?.!\s]*$/iu
const balances: ReadonlySet<string> = new Set('balance remaining remainder credit rest left'.split(' '))

/** The last word of the name, with all words that are said before it. */
function isCalled({ label, isHidden }: Dataset, noun: string): boolean {
  if (isHidden) return false
  const own = nameWords(label)
  const said = nameWords(noun)
  return said.length > 0 && own.at(-1) === said.at(-1) && said.every((word) => own.includes(word))
}

/** "which article comes back the most": the one with the most returns, where the data has rows for them. */
function withReturns(question: string, ontology: Ontology): string {
  const [only, ...more] = ontology.datasets.filter(
    ({ label, isHidden }) => !isHidden && tokenize(label).some(({ forms }) => forms.includes('return')),
  )
  if (only === undefined || more.length > 0) return question
  return question.replace(comesBack, (_, most: string) => `has ${most} ${only.label}`)
}

const comesBack =
  /\b(?:comes|come|came|(?:is|are|was|were|gets|get|got|has been|have been) (?:sent|brought|given|handed|shipped)) back ((?:the )?(?:most|least))(?: often| frequently)?\b/giu
