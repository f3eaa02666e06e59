import type { Dataset, Field } from '@quipu/query'
import { isMoment, visible } from './dataset-fields.ts'

/** When what was first only offered was agreed to: rows without this date are no sale. Null where rows are not offered first. */
export function agreedMoment(dataset: Dataset): Field | null {
  // Of quotes themselves, those that nobody has accepted are ordinary.
  if (offered.test(dataset.label)) return null
  const moments = visible(dataset).filter(isMoment)
  const offers = moments.filter(({ label }) => offered.test(label) && !agreed.test(label))
  const [only, ...more] = moments.filter(({ label }) => agreed.test(label) && !offered.test(label))
  if (only === undefined || more.length > 0) return null
  const { nulls } = only.statistics
  const isOffered = offers.some(({ label, statistics }) => {
    // What is ordered at once was never quoted: then all that lacks the one day has the other.
    const isEither = quoted.test(label) && nulls > 0 && nulls <= dataset.rows - statistics.nulls
    return isEither || statistics.nulls < nulls
  })
  return isOffered && nulls < dataset.rows ? only : null
}

/** When it was offered before. */
export function offeredMoment(dataset: Dataset): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) => isMoment(field) && quoted.test(field.label) && !agreed.test(field.label),
  )
  return only === undefined || more.length > 0 ? null : only
}

const offered =
  /\b(?:options?|optioned|quotes?|quoted|quotation|offers?|offered|proposals?|proposed|enquir(?:y|ies|ed)|inquir(?:y|ies|ed)|estimates?|estimated|tentative|provisional|pencill?ed)\b/i
const quoted = /\b(?:quotes?|quoted|quotation|offered|proposed)\b/i
const agreed = /\b(?:signed|signature|accepted|agreed|confirmed|contracted|booked|ordered|won)\b/i
