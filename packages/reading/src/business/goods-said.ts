import type { Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { singular } from '../words/word-forms.ts'

/** Says plainly what people say of goods: how strong they are, that they went out or were thrown away. */
export function withGoodsSaid(question: string, ontology: Ontology): string {
  return withThrownAway(withGoneOut(withStrength(question, ontology), ontology), ontology)
}

/** "our strongest cider": the one with the highest alcohol, where one number says it. */
function withStrength(question: string, { datasets }: Ontology): string {
  const [only, ...more] = datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset).filter((field) => isMeasure(field) && strength.test(field.label)),
  )
  if (only === undefined || more.length > 0) return question
  return question.replace(
    strongest,
    (_, how: string, thing: string) =>
      `which ${thing} has the ${how.toLowerCase() === 'weakest' ? 'lowest' : 'highest'} ${only.label}`,
  )
}

const strength = /\b(?:abv|alcohol|strength|proof)\b/i
const strongest =
  /^\W*(?:(?:which|what)(?: is|['’]?s| are)? )?(?:our |the )?(strongest|weakest) (\p{L}+)(?=\W*$)/iu

/** "how many casks went out last month": as many as were sold, where casks are a kind of goods and no rows. */
function withGoneOut(question: string, { datasets, values }: Ontology): string {
  return question.replace(goneOut, (all, noun: string) => {
    const one = singular(noun.toLowerCase())
    const isRows = datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).at(-1) === one)
    const isKind = values.exact(one).length > 0 || values.exact(noun).length > 0
    return isKind && !isRows ? `how many ${noun} did we sell` : all
  })
}

const goneOut = /\bhow many (\p{L}+) (?:went|have gone|had gone) out\b(?! (?:of|to lunch)\b)/iu

/** "how many loaves did we throw away": an amount, where rows say how much was thrown away. "How much money": what it had cost. */
function withThrownAway(question: string, { metrics }: Ontology): string {
  const has = (name: string): boolean => metrics.some((one) => one.name === name)
  const inMoney = has('waste_cost') ? withWasteInMoney(question) : question
  return has('wasted') ? inMoney.replace(thrownAway, (all) => all.replace(/^how many/i, 'how much')) : inMoney
}

/** The same in money, in whatever words. */
function withWasteInMoney(question: string): string {
  const asked = costOfWaste.reduce((text, form) => text.replace(form, 'cost of waste'), question)
  if (asked !== question || !inMoney.test(question)) return asked
  const plain = question.replace(inMoney, '')
  const form = [wasteOf, amountOfWaste].find((one) => one.test(plain))
  return form === undefined ? question : plain.replace(form, 'cost of waste')
}

const throwing =
  '(?:bin|binned|waste|wasted|discard|discarded|throw|threw|thrown|throwing|chuck|chucked|write off|wrote off|written off)(?: (?:away|out))?'
const asWaste = '(?: (?:in|on|to|through|with|from|by|as) (?:the |our )?(?:waste|wastage|spoilage))?'
const losing = String.raw`(?:lose|lost|losing) (?:in|on|to|through|with|from|by) (?:the |our )?(?:waste|wastage|spoilage)`
const we = '(?:did|do|have|are) we'
const costOfWaste: readonly RegExp[] = [
  new RegExp(String.raw`\bhow much money ${we} ${throwing}\b${asWaste}`, 'iu'),
  new RegExp(String.raw`\bhow much(?: money)? ${we} ${losing}\b`, 'iu'),
  new RegExp(
    String.raw`\bhow much money (?:was|were|is|got|gets) (?:lost ${losing.slice(losing.indexOf('(?:in'))}|${throwing})\b${asWaste}`,
    'iu',
  ),
]
const wasteOf = new RegExp(
  String.raw`\bhow much (?:${we} ${throwing}|(?:was|were|is|got|gets) ${throwing})\b${asWaste}`,
  'iu',
)
const amountOfWaste = /\b(?:total )?waste\b/iu
const inMoney =
  /,? (?:in|in terms of) (?:money|cash|money terms|euros?|pounds|dollars)(?=\W*$| (?:this|last|in|since)\b)/iu

const thrownAway =
  /\bhow many (?:\p{L}+ ){1,3}?(?:did|do|have) we (?:bin|binned|waste|wasted|discard|discarded|throw|thrown|chuck|chucked|write off|written off)\b/iu
