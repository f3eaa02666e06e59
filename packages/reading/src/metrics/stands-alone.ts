import type { Dataset } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import type { Schema } from './field-finder.ts'

/** Dated rows, most of which belong to no row of this parent: a donation may fulfil a pledge, and is made without one. */
export function standsAlone(dataset: Dataset, parent: Dataset, { relationships }: Schema): boolean {
  if (!visible(dataset).some(isMoment)) return false
  const links = relationships.filter(({ from, to }) => from === dataset.name && to === parent.name)
  const keys = links.map(({ fromFields }) => dataset.fields.find(({ name }) => name === fromFields[0]))
  return links.length > 0 && keys.every((key) => key !== undefined && key.statistics.nulls * 2 > dataset.rows)
}
