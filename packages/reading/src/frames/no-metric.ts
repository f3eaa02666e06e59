/** Whether the words beside a phrase say that it is not the metric of this name. */
export function isNoMetric(phrase: string, before: string, after: string): boolean {
  // "Busiest hour" is one of the day, and not the hours that people worked.
  if (phrase === 'hour') return ofDay.test(before)
  // A "waste rate" is no waste.
  return ofRate.test(after) && wasted.test(phrase)
}

const ofDay = /^(?:busiest|quietest|calmest|peak|which|what|by)$/
const ofRate = /^(?:rates?|percent|percentage|share|ratio)$/
const wasted = /^(?:waste|wastage|spoilage|wasted|spoiled|binned|discarded|scrapped)$/
