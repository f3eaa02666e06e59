import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf, pathText, type Schema } from './field-finder.ts'
import { missedStates, soldConditions, unsoldStates } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'
import { takenSpanOf } from './taken-span.ts'

/** The nights that people stayed, how long they stay, and what a night brings where `revenue` is known. */
export function nightMetrics(revenue: Metric | undefined, schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    const nights = nightsOf(dataset, schema)
    return nights === null ? [] : [{ dataset, ...nights }]
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, nights, says } = only
  const stayed = soldConditions([dataset], schema, [...unsoldStates, ...missedStates])
  const without = stayed.length === 0 ? '' : ', without those that did not take place'
  return [
    propose({
      name: 'nights',
      label: 'nights',
      synonyms:
        'room nights, number of nights, nights stayed, nights booked, nights sold, overnight stays, overnights',
      expression: aggregated('sum', nights, stayed),
      says: `${says} of ${dataset.label}${without}`,
    }),
    propose({
      name: 'average_stay',
      label: 'average length of stay',
      synonyms:
        'length of stay, average stay, average nights, average number of nights, nights per stay, nights per booking, alos',
      expression: aggregated('avg', nights, stayed),
      says: `average ${says} of ${dataset.label}${without}`,
    }),
    ...(revenue === undefined
      ? []
      : [
          propose({
            name: 'revenue_per_night',
            label: 'revenue per night',
            synonyms:
              'average price per night, average rate per night, average nightly rate, average night rate, average room rate, average daily rate, adr, price per night, revenue per room night, income per night, earnings per night',
            // Of the same rows as the revenue: whoever did not come may have paid.
            expression: `1.0 * ${revenue.expression} / ${aggregated('sum', nights, soldConditions([dataset], schema))}`,
            unit: revenue.unit,
            says: `${revenue.label} divided by the ${says} of ${dataset.label}`,
          }),
        ]),
  ]
}

/** A column of nights, or else the time between two plain days of which the second is that of leaving. */
function nightsOf(
  dataset: Dataset,
  schema: Schema,
): { readonly nights: string; readonly says: string } | null {
  if (dataset.isHidden || !parentsOf(dataset, schema).some(isPeople)) return null
  const column = visible(dataset).find(
    (field) =>
      isMeasure(field) && /^(?:number of |no of |num )?nights?(?: booked| stayed)?$/.test(words(field)),
  )
  if (column !== undefined) return { nights: pathText({ dataset, field: column }), says: column.label }
  const span = takenSpanOf(dataset, schema)
  if (span === null || !span.endsBefore || !isDay(span.begin) || !isDay(span.end)) return null
  const [from, to] = [span.begin, span.end].map((field) => pathText({ dataset, field }))
  return {
    nights: `hours(${from ?? ''}, ${to ?? ''}) / 24`,
    says: `nights from ${span.begin.label} to ${span.end.label}`,
  }
}

function words({ label }: Field): string {
  return nameWords(label).join(' ')
}

function isDay({ type, timeFormat }: Field): boolean {
  return type === 'date' && timeFormat !== 'iso-timestamp'
}
