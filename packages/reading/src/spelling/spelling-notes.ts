import type { Assumption } from '../plan/reading.ts'
import type { Correction } from './correct-spelling.ts'

export function spellingNotes(corrections: readonly Correction[]): readonly Assumption[] {
  if (corrections.length === 0) return []
  const list = corrections.map(({ written, read }) => `"${written}" as "${read}"`).join(', ')
  return [{ about: 'spelling', says: `Read ${list}.`, changesNumbers: false }]
}
