import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "on 30 day terms": those whose terms are so many days, as the data writes it. */
export function termsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const lower = tokens.map((token) => token.lower)
  const at = lower.findIndex((word) => word === 'terms')
  const [, start, days] =
    /^(.*?)(\d+)[ -]*days? ?['’]?(?: ?payment)?$/.exec(lower.slice(0, at).join(' ')) ?? []
  if (at < 0 || start === undefined || days === undefined) return []
  const found = ontology.datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(({ label }) => /\bterms(?: days)?$|\bpayment days$/i.test(label))
          .map((field) => ({ dataset, field })),
  )
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, field } = only
  const written = [`${days} days`, `${days} day`, `net ${days}`, days].find((text) =>
    ontology.values.exact(text).some((one) => one.dataset === dataset.name && one.field === field.name),
  )
  const value = field.type === 'number' ? days : written === undefined ? null : `"${written}"`
  const said = start
    .trim()
    .split(' ')
    .filter((word) => word !== '')
  const from = /^(?:on|with|at)$/.test(said.at(-1) ?? '') ? said.length - 1 : said.length
  return value === null
    ? []
    : [{ from, to: at + 1, name: `with ${field.label} ${value}`, changesNumbers: false }]
}
