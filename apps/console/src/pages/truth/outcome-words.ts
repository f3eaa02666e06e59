import type { Outcome } from './send-file.ts'

/** What became of a file. One that gave nothing says why, if that is known. */
export function outcomeWords({ isKnown, status, entities, note }: Omit<Outcome, 'sourceId'>): string {
  if (status === 'failed')
    return `${note ?? 'It is kept, but it could not be read.'} Drop it again to try once more.`
  if (status === 'needs_ocr') return 'Kept; the text of the image could not be read.'
  if (isKnown) return 'Known already.'
  if (entities > 0) return entities === 1 ? 'Read: 1 new entity.' : `Read: ${entities} new entities.`
  return `Kept. ${note ?? 'Nothing new was found in it.'}`
}
