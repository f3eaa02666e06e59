import type { Ontology } from '@quipu/query'
import { billedTo, wordsOfWay } from '../metrics/selling-ways.ts'
import { plural, singular } from '../words/word-forms.ts'
import { businessOf } from './business.ts'

/** "wholesale customers" are those to whom the only bills are sent, as the data calls them. */
export function withStreamBuyers(question: string, ontology: Ontology): string {
  if (!buyers.test(question)) return question
  const stream = businessOf(ontology).streams.find(({ way }) => way === 'billed')
  const [party, ...more] = stream === undefined ? [] : billedTo(stream.trade, ontology)
  if (stream === undefined || party === undefined || more.length > 0) return question
  return question.replace(buyers, (all, word: string) =>
    stream.words.includes(word.toLowerCase()) ? plural(singular(party.label.toLowerCase())) : all,
  )
}

const buyers = new RegExp(
  String.raw`\b(${wordsOfWay.billed.join('|')}) (?:customers?|clients?|accounts?|buyers?)\b`,
  'iu',
)
