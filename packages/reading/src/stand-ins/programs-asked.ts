import { singularLabel, type Dataset, type Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { channelNames } from '../metrics/channel-names.ts'
import type { StandIn, Words } from './stand-in.ts'

/** What people and programs call the same advertising. */
const platforms: readonly (readonly string[])[] = [
  ['meta', 'facebook', 'instagram', 'fb', 'ig', 'insta'],
  ['google', 'adwords'],
]

/** "facebook ad spend" of a report of Meta: all of its rows are that. */
export function advertisingAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const metric = businessOf(ontology).metric('ad_spend')
  const home = metric === null ? null : homeOf(metric.name, ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)
  if (rows === undefined) return []
  const own = nameWords(rows.label)
  return tokens.flatMap(({ lower }, from): readonly StandIn[] => {
    const next = tokens[from + 1]?.lower ?? ''
    const isOf = platforms.some((words) => words.includes(lower) && own.some((word) => words.includes(word)))
    return isOf && /^(?:ads?|adverts?|advertising)$/.test(next)
      ? [{ from, to: from + 2, name: next === 'ads' ? 'ads' : 'ad', changesNumbers: false }]
      : []
  })
}

const asked =
  /^(?:and |so )?(?:how much|what) (?:(?:money|in total) )?(?:has|have|did|was|were|is|are|do|does)(?: (?:the |our )?(\p{L}+))?(?: been| already)* (?:paid|pay|pays|sent|send|transferred|transfer|deposited|deposit|paid out|pay out)(?: us| out)? (?:(?:in|on)?to) (?:our|the|my) (?:bank account|bank|account)(?= |$)/u

/** "how much has the market place paid into our bank account": the amount of the only payouts to us. */
export function depositsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const found = asked.exec(tokens.map(({ lower }) => lower).join(' '))
  if (found === null) return []
  const [text, who] = found
  const all = ontology.datasets.filter((each) => !each.isHidden && isPaidToUs(each))
  const named = all.filter((each) => who !== undefined && channelNames(each).includes(who))
  const [only, ...more] = named.length > 0 ? named : all
  const rest = who === undefined || named.length > 0 || only === undefined || nobody.test(who)
  if (only === undefined || more.length > 0 || !rest) return []
  const [amount, ...others] = visible(only).filter(
    (field) =>
      isMeasure(field) && /^(?:(?:net|total|payout|deposit) )?amount$|^(?:net|total)$/i.test(field.label),
  )
  if (amount === undefined || others.length > 0) return []
  const name = `total ${singularLabel(only.label)} ${amount.label}`
  return [{ from: 0, to: text.split(' ').length, name, changesNumbers: false }]
}

const nobody = /^(?:been|they|we|it)$/

function isPaidToUs(dataset: Dataset): boolean {
  const isCalled = /\b(?:pay ?outs?|deposits?|settlements?|disbursements?|transfers?)$/i.test(dataset.label)
  return isCalled && visible(dataset).some(isMoment)
}
