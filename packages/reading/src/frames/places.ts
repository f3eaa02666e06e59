import type { Dataset, Ontology } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { tradeNames } from '../metrics/trade-metrics.ts'
import { businessOf } from '../business/business.ts'
import { plural, singular } from '../words/word-forms.ts'
import { mentionsOf } from './measured.ts'
import type { Scan } from './scan.ts'

/** "what did the shops take": where each sale of this stream is made in a shop, all shops are the whole stream. */
export function withoutPlaces(scan: Scan, question: string, ontology: Ontology): Scan {
  const isSold =
    scan.rank?.by === 'busy' ||
    mentionsOf(scan, 'verb').some(({ verb, mode }) => trading.has(verb) && mode !== 'not') ||
    mentionsOf(scan, 'metric').some(({ metric }) =>
      [...tradeNames].some((name) => metric.name.endsWith(name)),
    )
  if (!isSold) return scan
  const isAll = (text: string): boolean =>
    /[^s]s$/i.test(text) && new RegExp(`\\b(?:the|our|all|all our|all the) ${text}\\b`, 'i').test(question)
  const mentions = scan.mentions.filter(
    (one) =>
      one.kind !== 'thing' ||
      (one.mode !== 'plain' && one.mode !== 'preposition') ||
      one.isEach ||
      !isAll(one.text) ||
      !isPlaceOfSale(one.dataset, ontology),
  )
  return mentions.length === scan.mentions.length ? scan : { ...scan, mentions }
}

/** "not sold in the shops": words for all places of this stream. */
export function withoutAllPlaces(question: string, ontology: Ontology): string {
  const places = ontology.datasets.filter((each) => !each.isHidden && isPlaceOfSale(each, ontology))
  return places.reduce((text, { label }) => {
    const all = plural(singular(label.toLowerCase()))
    return text.replace(new RegExp(`\\b(?:in|at|from|by|through) (?:all )?(?:the|our) ${all}\\b ?`, 'iu'), '')
  }, question)
}

/** "items sold on the web", "web customers": the word names the stream, whose rows are meant anyway. */
export function withoutStream(scan: Scan, ontology: Ontology): Scan {
  const { trade, streams } = businessOf(ontology)
  const stream = streams.find((one) => one.trade === trade)
  if (trade === null || stream === undefined || scan.mentions.length < 2) return scan
  const head = nameWords(trade.header.label).at(-1) ?? ''
  const isWord = (one: Scan['mentions'][number]): boolean =>
    one.kind === 'thing' &&
    one.dataset === trade.header &&
    (one.mode === 'plain' || one.mode === 'preposition') &&
    !one.isEach &&
    nameWords(one.text).every((word) => word !== head && stream.words.includes(word))
  const isFigure =
    mentionsOf(scan, 'metric').length > 0 ||
    mentionsOf(scan, 'verb').some(({ verb }) => trading.has(verb)) ||
    mentionsOf(scan, 'field').some(({ mode, nouns: [noun] }) =>
      noun?.kind === 'field' ? noun.dataset === trade.header && mode !== 'by' : false,
    )
  return isFigure ? { ...scan, mentions: scan.mentions.filter((one) => !isWord(one)) } : scan
}

const trading: ReadonlySet<string> = new Set(['sell', 'earn', 'charge'])

/** Whether each sale of the stream in question names one of these, and only this stream has them. */
export function isPlaceOfSale(dataset: Dataset, ontology: Ontology): boolean {
  const { trade, streams } = businessOf(ontology)
  const stream = streams.find((one) => one.trade === trade)
  if (trade === null || stream === undefined || isPeople(dataset)) return false
  const { header } = trade
  const link = ontology.relationships.find(({ from, to }) => from === header.name && to === dataset.name)
  const key = header.fields.find(({ name }) => name === link?.fromFields[0])
  return (
    key?.statistics.nulls === 0 &&
    parentsOf(header, ontology).includes(dataset) &&
    nameWords(dataset.label).every((word) => stream.words.includes(word))
  )
}
