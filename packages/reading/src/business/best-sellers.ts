import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { businessOf } from './business.ts'
import { soldThings } from './sold-things.ts'

/** "top 5 sellers": what sells best, where things are sold and nobody is called a seller. */
export function withBestSellers(question: string, ontology: Ontology): string {
  const { trade, streams } = businessOf(ontology)
  const trades = streams.length > 0 ? streams.map((stream) => stream.trade) : [trade]
  const [things, ...more] = new Set(trades.flatMap((one) => soldThings(one, ontology)))
  const isNamed = ontology.datasets.some(
    ({ label, fields, isHidden }) =>
      !isHidden &&
      [label, ...fields.map((field) => field.label)].some((name) => nameWords(name).includes('seller')),
  )
  if (things === undefined || more.length > 0 || isNamed) return question
  return question.replace(
    topSellers,
    (_, many: string) => `top ${many} ${things.label.toLowerCase()} by units sold`,
  )
}

const topSellers = /\btop (\d+|three|five|ten) (?:best )?sellers\b/iu
