import type { Metric, Ontology } from '@quipu/query'
import { tradeNames } from '../metrics/trade-metrics.ts'
import { wordForms } from '../words/word-forms.ts'

type Find = (name: string) => Metric | null

/** The metrics by what people call them. */
export function metricNames(
  ontology: Ontology,
  metric: Find,
  prefix: string,
  isNamed: boolean,
): Map<string, Metric> {
  const names = new Map<string, Metric>()
  // A metric that a person made comes last, so that its name wins.
  const metrics = [...ontology.metrics].toSorted((a, b) =>
    a.origin === b.origin ? 0 : a.origin === 'derived' ? -1 : 1,
  )
  for (const metric of metrics)
    for (const name of [metric.label, metric.name.replaceAll('_', ' '), ...metric.synonyms])
      names.set(folded(name), metric)
  if (prefix !== '')
    for (const main of metrics.filter(({ name, origin }) => tradeNames.has(name) && origin === 'derived'))
      for (const name of [main.label, ...main.synonyms]) {
        const own = metric(main.name)
        if (own === null) names.delete(folded(name))
        else if (names.get(folded(name)) === main) names.set(folded(name), own)
      }
  if (prefix !== '') addPlainNames(names, metric)
  else if (isNamed) addOwnNames(names, metric)
  addPhrases(names, metric)
  return names
}

/** What people say instead of the name of a metric. */
function addPhrases(names: Map<string, Metric>, metric: Find): void {
  const given = metric('discounts_given')
  for (const phrase of discountPhrases) if (given !== null) names.set(folded(phrase), given)
  const cash = metric('payments_received') ?? metric('revenue')
  for (const phrase of cashPhrases)
    if (cash !== null && !names.has(folded(phrase))) names.set(folded(phrase), cash)
  const revenue = metric('revenue')
  const spent = metric('spending') ?? revenue
  for (const phrase of ['amount spent', 'money spent', 'total spent'])
    if (spent !== null && !names.has(phrase)) names.set(folded(phrase), spent)
  for (const phrase of salesPhrases)
    if (revenue !== null && !names.has(folded(phrase))) names.set(folded(phrase), revenue)
}

const cashPhrases =
  'money came in, money come in, money comes in, money did we get, money got in, money in, money coming in, cash came in, how much came in, how much has come in, how much comes in, what came in, what has come in, how much did come in'.split(
    ', ',
  )
const salesPhrases =
  'did we turn over, have we turned over, we turned over, turned over, business did we do, business have we done, business we did, business did we get, money taken, money made, money earned, earnings, gross takings, till takings'.split(
    ', ',
  )

/** What the main stream lacks has its plain name in the stream that has it. */
function addPlainNames(names: Map<string, Metric>, metric: Find): void {
  for (const name of tradeNames) {
    const [own, plain] = [metric(name), folded(name.replaceAll('_', ' '))]
    if (own !== null && !names.has(plain)) names.set(plain, own)
    if (own !== null && name === 'units_sold')
      for (const word of ['unit', 'units', 'pieces'])
        if (!names.has(folded(word))) names.set(folded(word), own)
  }
}

/** "Average order value" is that of `sale orders` where these are named, also beside `orders`. */
function addOwnNames(names: Map<string, Metric>, metric: Find): void {
  for (const name of tradeNames) {
    const own = metric(name)
    const said = own?.origin === 'derived' ? [name.replaceAll('_', ' '), own.label, ...own.synonyms] : []
    for (const each of said)
      if (own !== null && names.get(folded(each))?.origin === 'derived') names.set(folded(each), own)
  }
}

const discountPhrases =
  'discounts cost us, discounts cost, cost of discounts, give away in discounts, gave away in discounts, given away in discounts, discount did we give, discounts did we give, discount have we given, discounts have we given, discount we gave, discounts we gave, discount given, money off did we give'.split(
    ', ',
  )

export function folded(phrase: string): string {
  return phrase
    .toLowerCase()
    .split(/\s+/)
    .map((word) => wordForms(word).at(-1) ?? word)
    .join(' ')
}
