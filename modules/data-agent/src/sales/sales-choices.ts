import type { Ontology } from '@quipu/query'
import { possibleSales } from '@quipu/reading'
import { answerQuestion } from '../answer/phases/answer-question.ts'
import { proposeMetrics } from '../ontology/propose-metrics.ts'
import type { Source } from '../sources/source.ts'
import type { SalesChoices } from './sales-view.ts'

type SalesChoice = SalesChoices['choices'][number]

interface Asking {
  readonly source: Source
  readonly now: Date
  readonly timeZone: string
  readonly signal: AbortSignal
}

/**
 * What could be the sales of the business, each with the revenue that it gives. People know this figure of theirs, so they see at once which one
 * is right.
 */
export async function salesChoices(ontology: Ontology, asking: Asking): Promise<SalesChoices> {
  const own = ontology.metrics.find(({ name, origin }) => name === 'revenue' && origin === undefined)
  const found = possibleSales(ontology).slice(0, mostChoices)
  const figures = async (question: string): Promise<SalesChoice[]> => {
    const choices: SalesChoice[] = []
    for (const { dataset, revenue, isTaken } of found) {
      const figure = await figureOf(question, withSales(ontology, dataset.name), asking)
      choices.push({
        dataset: dataset.name,
        label: dataset.label,
        meaning: revenue.description ?? revenue.label,
        expression: revenue.expression,
        unit: revenue.unit,
        ...figure,
        is_taken: isTaken,
        is_confirmed: isTaken && dataset.isSales === true,
      })
    }
    return choices
  }
  const recent = await figures('revenue in the last 12 months')
  const isOld = recent.length > 0 && recent.every(({ revenue }) => revenue === null || revenue === 0)
  return {
    period: isOld ? 'all time' : 'last 12 months',
    own_revenue: own?.expression ?? null,
    choices: isOld ? await figures('revenue') : recent,
  }
}

const mostChoices = 8

/** As it would be if these rows were the only sales: no other stream is added to them. */
function withSales(ontology: Ontology, name: string): Ontology {
  const datasets = ontology.datasets.map((dataset) => ({ ...dataset, isSales: dataset.name === name }))
  const metrics = ontology.metrics.filter((one) => one.origin === undefined && one.name !== 'revenue')
  return proposeMetrics({ ...ontology, datasets, metrics })
}

async function figureOf(
  question: string,
  ontology: Ontology,
  { now, timeZone, ...where }: Asking,
): Promise<Pick<SalesChoice, 'revenue' | 'reading'>> {
  const preferences = { defaultTimePeriod: null, highValueThreshold: null, choices: {} }
  const context = { now, timeZone, preferences, answers: {}, proceed: true, previous: null }
  const answer = await answerQuestion({ question, ontology, context, maxRows: 1, ...where })
  if (answer.status !== 'answered') return { revenue: null, reading: '' }
  const value = answer.rows[0]?.at(-1)
  return { revenue: typeof value === 'number' ? value : null, reading: answer.restatement }
}
