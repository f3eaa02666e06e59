import type { Ontology } from '@quipu/query'
import { rawWords } from '../lexicon/name-words.ts'

/** Says plainly what stands in brackets, in words with a hyphen, and after a name: the code, the bound or the name that is meant. */
export function withAsidesSaid(question: string, ontology: Ontology): string {
  return steps.reduce((text, step) => step(text, ontology), question)
}

const steps: readonly ((question: string, ontology: Ontology) => string)[] = [
  withCodesForNames,
  withBoundsSaid,
  withHyphensOpened,
]

/** "from Oslo (OSL) to Bergen (BGO)": the code in brackets is the value, and the words before it only say what it stands for. */
function withCodesForNames(question: string, { values }: Ontology): string {
  return question.replaceAll(codeInBrackets, (all, name: string, code: string) => {
    const isCode = /\d|^\p{Lu}+$/u.test(code) && values.exact(code).some(({ value }) => value === code)
    return isCode ? code.padStart(all.length - 1).padEnd(all.length) : all
  })
}

const codeInBrackets = /((?:\p{Lu}[\p{L}.'’-]*\s+){1,4})\(\s*([\p{L}\p{N}][\p{L}\p{N}._/-]{0,11})\s*\)/gu

/** "good reviews (rating > 3)": what the question says that it means by the word. */
function withBoundsSaid(question: string, { datasets, values }: Ontology): string {
  const labels = datasets.filter(({ isHidden }) => !isHidden)
  const isThing = (word: string): boolean =>
    labels.some(({ label }) => rawWords(label).at(-1) === rawWords(word).at(-1))
  const isField = (name: string): boolean =>
    labels.some(({ fields }) =>
      fields.some(({ label }) => rawWords(label).join(' ') === rawWords(name).join(' ')),
    )
  return question.replaceAll(
    boundInBrackets,
    (all, quality: string, thing: string, field: string, sign: string, bound: string) =>
      isThing(thing) && isField(field) && values.exact(quality.trim()).length === 0
        ? `${thing} with ${field.trim()} ${signs.get(sign) ?? sign} ${bound}`
        : all,
  )
}

const boundInBrackets =
  /((?:(?!(?:of|the|all|to|and|or|our|how|many|most|no|not)\b)\p{L}+-?\p{L}*\s+)?)(\p{L}+)\s+\(\s*((?:\p{L}+[ _]){0,2}\p{L}+)\s*(>=|<=|>|<|=|≥|≤)\s*(-?\d+(?:\.\d+)?)\s*\)/giu

const signs: ReadonlyMap<string, string> = new Map([
  ['>', 'greater than'],
  ['<', 'less than'],
  ['>=', 'of at least'],
  ['≥', 'of at least'],
  ['<=', 'of at most'],
  ['≤', 'of at most'],
  ['=', 'of exactly'],
])

/** "same-day orders" where the data has `same_day_fee`: words of a name, and no word of its own. */
function withHyphensOpened(question: string, { datasets, values }: Ontology): string {
  return question.replaceAll(
    /(?<![\p{L}\p{N}-])(\p{L}{3,})-(\p{L}{2,})(?![\p{L}\p{N}-])/gu,
    (all, one: string, other: string) => {
      if (values.exact(all).length > 0) return all
      const said = rawWords(`${one} ${other}`).join(' ')
      const isInName = datasets.some(
        ({ isHidden, fields }) =>
          !isHidden && fields.some(({ label }) => ` ${rawWords(label).join(' ')} `.includes(` ${said} `)),
      )
      return isInName ? `${one} ${other}` : all
    },
  )
}
