import { fieldWords } from '../../truth/trace.ts'
import type { Outcome } from './send-file.ts'

/** What became of a file: what was found in it, what of that is new, and what was not read. */
export function outcomeWords(outcome: Omit<Outcome, 'sourceId'>): string {
  const { isKnown, status, found, total, created, notes } = outcome
  const all = [...(status === 'needs_ocr' ? [unreadImage] : []), ...notes].join(' ')
  if (status === 'failed')
    return `${all || 'It is kept, but it could not be read.'} Drop it again to try once more.`
  if (total === 0) return `Kept. ${all || 'Nothing was found in it.'}`
  const known = isKnown || created === 0 ? ' Known already.' : ''
  const some = known === '' && created < total ? ` ${created} of them new.` : ''
  return `Read: ${thingsIn(found, total)}.${known}${some}${all === '' ? '' : ` ${all}`}`
}

const unreadImage = 'The text of the image could not be read.'

/** `Invoice HS-20455` for one; `Company (2), Contact (1)` for several. Of many only the first are known by their type. */
function thingsIn(found: Outcome['found'], total: number): string {
  const [first] = found
  if (total === 1 && first !== undefined) return `${fieldWords(first.type)} ${first.name}`
  const types = Map.groupBy(found, ({ type }) => type)
  if (types.size === 1) return `${fieldWords(first!.type)} (${total.toLocaleString('en')})`
  if (total > found.length) return `${total.toLocaleString('en')} entities`
  return [...types].map(([type, ones]) => `${fieldWords(type)} (${ones.length})`).join(', ')
}
