import type { Ontology } from '@quipu/query'

/** "cost of waste per shop, in pounds": amounts are in whole units of money anyway, where the data has no other money. */
export function withoutOwnMoney(question: string, { datasets }: Pick<Ontology, 'datasets'>): string {
  const [all, said] = inMoney.exec(question) ?? []
  if (all === undefined || said === undefined || !ofMoney.test(question)) return question
  const fields = datasets.flatMap((dataset) => (dataset.isHidden ? [] : dataset.fields))
  const code = codes.find(([names]) => names.test(said))?.[1]
  const others = fields.filter(
    ({ label, sample, statistics }) =>
      /\bcurrenc(?:y|ies)\b/i.test(label) &&
      !(statistics.distinct === 1 && sample[0]?.toUpperCase() === code),
  )
  if (others.length > 0) return question
  const isOther = fields.some(({ unit }) => unit !== null && /^[A-Z]{3}$/.test(unit) && unit !== code)
  return isOther ? question : question.replace(all, ' '.repeat(all.length)).trimEnd()
}

const inMoney =
  /(?<=\S),? in (pounds(?: sterling)?|quid|gbp|£|euros?|eur|€|(?:us )?dollars?|usd|\$)(?=\W*$|,? (?:per|by|for each|this|last|since|in \d{4})\b)/iu
const ofMoney =
  /\b(?:buy|bought|make|made|take|took|bring|brought|came|charged?|fares?|purchases?|costs?|value|worth|revenue|sales|takings|turnover|income|earn(?:ed)?|spend|spent|profit|margin|amounts?|owed?|owes|paid|wages|money|fees?|price|total)\b/i
const codes: readonly (readonly [RegExp, string])[] = [
  [/pound|quid|gbp|£/i, 'GBP'],
  [/eur|€/i, 'EUR'],
  [/dollar|usd|\$/i, 'USD'],
]
