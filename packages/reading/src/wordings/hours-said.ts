import type { Ontology } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/**
 * "billable hours not invoiced yet": the sum of the hours, where one dataset of dated rows notes
 * them. The hours of each single row are of no use to anybody.
 */
export function withHoursAdded(question: string, ontology: Ontology): string {
  return notesHours(ontology)
    ? question.replace(bareHours, (all, kind: string) => (isQuality(kind) ? `total ${all}` : all))
    : question
}

/** Whether rows that happened note their hours in one column. */
function notesHours({ datasets }: Ontology): boolean {
  const found = datasets.flatMap((dataset) =>
    dataset.isHidden || !visible(dataset).some(isMoment)
      ? []
      : visible(dataset).filter((field) => isMeasure(field) && /^(?:hours?|hrs)$/i.test(field.label)),
  )
  return found.length === 1
}

/** "billable", "unpaid": an adjective, and nobody whose hours they are. */
function isQuality(word: string): boolean {
  const [base = ''] = nameWords(word)
  return /(?:able|ible|ed)$/i.test(base) || /^(?:billable|overtime)$/i.test(word)
}

const bareHours =
  /^(\p{L}+) hours(?= (?:that |which )?(?:are |have |were )?(?:not |never )(?:yet )?(?:been )?\p{L}+)/iu
