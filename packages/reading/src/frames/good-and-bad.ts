import type { Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame } from '../plan/frame.ts'
import { singular } from '../words/word-forms.ts'
import type { ReadHead } from './clause-reading.ts'

const form =
  /\b(?<word>bad|poor|negative|terrible|awful|good|great|positive|excellent) (?<noun>reviews?|ratings?|feedback|comments?|surveys?|scores?)\b/iu

/** "bad reviews": those with at most 2 of 5 stars, which the answer says. */
export function readGoodAndBad(question: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const found = form.exec(question)
  const { word = '', noun = '' } = found?.groups ?? {}
  if (found === null) return null
  const dataset = ontology.datasets.find(
    ({ label, isHidden }) =>
      !isHidden && nameWords(label).includes(nameWords(singular(noun.toLowerCase()))[0] ?? noun),
  )
  const rating = dataset === undefined ? null : ratingOf(dataset)
  const frame = rating === null ? null : readHead(question.replace(found[0], noun))
  if (dataset === undefined || rating === null || frame === null || homeOf(frame) !== dataset.name)
    return null
  const isBad = /^(?:bad|poor|negative|terrible|awful)$/i.test(word)
  const of = fieldOf(dataset, rating)
  const most = Number(rating.statistics.max)
  const [operator, limit] = isBad ? (['<=', most * 0.4] as const) : (['>=', most * 0.8] as const)
  const says = `“${word}” is taken to mean ${isBad ? 'at most' : 'at least'} ${limit} of ${most} (${rating.label}).`
  return {
    ...frame,
    filters: [
      ...frame.filters,
      { key: `${dataset.name}.${rating.name}`, condition: compare(of, operator, literal(limit)) },
    ],
    notes: [...frame.notes, { about: `meaning of ${word}`, says, changesNumbers: true }],
  }
}

function homeOf({ subject, measures: [slot] }: Frame): string | null {
  return slot === undefined ? subject : slot.kind === 'count' ? slot.dataset : null
}

/** The rating of the whole, from 1 to 5 or to 10. */
function ratingOf(dataset: Dataset): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isMeasure(field) &&
      /\b(?:ratings?|stars?|score)\b/i.test(field.label) &&
      (field.statistics.max === 5 || field.statistics.max === 10),
  )
  return only === undefined || more.length > 0 ? null : only
}
