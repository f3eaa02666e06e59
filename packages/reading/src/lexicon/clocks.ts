import type { Dataset, Field } from '@quipu/query'
import { isClock, visible } from './dataset-fields.ts'

/** The beginning and the end of a row as times of day: `start` and `end` of a shift. */
export function clocksOf(dataset: Dataset): { readonly from: Field; readonly to: Field } | null {
  const clocks = visible(dataset).filter(isClock)
  const from = clocks.find(({ label }) => /\b(?:starts?|started|begins?|began|from|in|opens?)\b/i.test(label))
  const to = clocks.find(({ label }) =>
    /\b(?:ends?|ended|finish\w*|to|until|till|out|closes?)\b/i.test(label),
  )
  return from === undefined || to === undefined || from === to ? null : { from, to }
}
