import type { NounCandidate } from '../annotate/chunk.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import type { Role } from './business-phrases.ts'
import { isDateItself, isMisnamed, type Cell } from './cell.ts'

/** Function words keep their role; a word that names something in this data names it. */
export function roleOfCell(
  { text, role, nouns, values, metric, events }: Cell,
  next: Cell | undefined,
  before: Cell | undefined,
): Role | null {
  if (role === null) return null
  const isCost = role.does === 'verb' && role.verb === 'cost'
  if (metric !== null && !(isCost && next?.role?.does === 'rank')) return null
  // "ordered" names the event of an order, where the data has one.
  if (/^ordered$/i.test(text) && (events.length > 0 || nouns.length > 0)) return null
  const thing = nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.95)
  const isNameBefore = next?.nouns.some((noun) => noun.kind === 'dataset') === true && values.length > 0
  const { does } = role
  // "largest invoice" is a thing, "did we invoice" is not.
  const isRanked = before?.role?.does === 'rank' || before?.role?.does === 'average'
  const isCalled = isRanked && nouns.some((noun) => noun.kind === 'dataset' && noun.score >= 0.9)
  const isNoun =
    (thing || isCalled) &&
    !/(?:ed|ing)$/i.test(text) &&
    before !== undefined &&
    !/\b(?:we|they|i|you|he|she|to|who|that)$/i.test(before.text)
  if (does === 'verb' && isNoun) return null
  // "sales by roast" names a property, "did we roast" does not.
  if (does === 'verb' && role.verb === 'produce' && (nouns.length > 0 || values.length > 0)) return null
  // "repair costs" is an amount, "costs the most" a verb.
  if (isCost && !/ (?:us|out|for|on)$/i.test(text) && next?.role?.does !== 'rank') return null
  if (does === 'verb' || does === 'rank' || does === 'top') return role
  if (does === 'rate' || does === 'length' || does === 'size')
    return nouns.some(({ score }) => score >= 0.97) ? null : role
  if (does === 'unit' || does === 'part')
    return nouns.some(
      (noun) => noun.score >= 0.97 && !isMisnamed(noun) && !isDateItself(noun) && !isLoose(noun, text),
    )
      ? null
      : role
  return thing || (does === 'skip' && isNameBefore) ? null : role
}

/** "day of the week" is no number of `days per week`. */
function isLoose(noun: NounCandidate, text: string): boolean {
  return text.includes(' ') && noun.kind === 'field' && isMeasure(noun.field)
}
