import type { Metric } from '@quipu/query'

interface Proposal {
  readonly name: string
  readonly label: string
  readonly synonyms: string
  readonly expression: string
  readonly unit?: string | null
  readonly says: string
}

export function propose({ name, label, synonyms, expression, unit = null, says }: Proposal): Metric {
  const others = synonyms === '' ? [] : synonyms.split(', ')
  return { name, label, description: says, synonyms: others, expression, unit, origin: 'derived' }
}

/** An aggregate in the text of a metric. */
export const aggregated = (name: string, of: string, where: readonly string[]): string =>
  `${name}(${of})${where.length === 0 ? '' : ` filter (where ${where.join(' and ')})`}`
