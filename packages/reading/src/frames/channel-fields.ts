import type { Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import type { Frame } from '../plan/frame.ts'
import { saysChannel, type ChannelPhrase } from './channel-phrases.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { channelsOf } from './together.ts'

/** "refunds per shop": of rows that are no sales, the column whose values name the ways of selling divides or narrows them. */
export function byChannelNamed(
  frame: Frame,
  { streams, how }: ChannelPhrase,
  ontology: Ontology,
): Frame | null {
  const home = homeOfFrame(frame, ontology)
  const [field, ...more] = home === null ? [] : channelFields(home, ontology)
  if (home === null || field === undefined || more.length > 0 || frame.groups.length > 0) return null
  const of = fieldOf(home, field)
  if (how === 'each') return { ...frame, groups: [{ kind: 'field', field: of }] }
  const [stream, ...others] = streams
  const values = field.sample.filter((value) => stream !== undefined && saysChannel(value, stream, ontology))
  const [value, ...rest] = values
  if (others.length > 0 || value === undefined || rest.length > 0) return null
  const condition = compare(of, '=', literal(value))
  return { ...frame, filters: [...frame.filters, { key: `${home.name}.${field.name}`, condition }] }
}

/** The columns with few values that name most ways of selling, each another one. */
function channelFields(dataset: Dataset, ontology: Ontology): readonly Field[] {
  const streams = channelsOf(ontology)
  return visible(dataset).filter(
    ({ type, sample, statistics }) =>
      type === 'text' &&
      statistics.distinct > 1 &&
      statistics.distinct <= mostChannels &&
      streams.filter((stream) => sample.some((value) => saysChannel(value, stream, ontology))).length > 1,
  )
}

const mostChannels = 8
