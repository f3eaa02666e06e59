import { markdownText, type Ontology, type Query } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { Check, Explanation } from '../artifacts.ts'
import { chartsOf } from './charts.ts'
import { askedPeriod, headingOf } from './heading.ts'
import { groupsText } from './groups-text.ts'
import { listText } from './list-text.ts'
import { scalarText } from './scalar-text.ts'
import { seriesText } from './series-text.ts'
import { shapeOf } from './shape.ts'
import type { Shape } from './shape.ts'

export interface ExplainerInput {
  /** Null for a person's own SQL. */
  readonly query: Query | null
  readonly result: ResultSet
  readonly ontology: Ontology
  readonly restatement: string
  /** No row is in two groups and no group is left out, so the values of the groups add up to the whole. */
  readonly addsUp: boolean
  readonly checks: readonly Check[]
}

/** The narrative and the charts of a result. Every figure is in the rows or follows from them. */
export function explain(input: ExplainerInput): Explanation {
  const shape = shapeOf(input.query, input.result, input.ontology)
  const restatement = input.restatement.trim().replace(/[\s.?!:]+$/, '')
  const heading = headingOf(shape, input.query, subjectOf(input) ?? restatement)
  const period = askedPeriod(input.query)
  const top = `## ${markdownText(heading, 100)}${period === null ? '' : ` (${markdownText(period)})`}`
  return {
    narrative: [top, ...paragraphs(shape, { ...input, restatement })].join('\n\n'),
    charts: chartsOf(shape, input.result, heading),
  }
}

function paragraphs(shape: Shape, input: ExplainerInput): readonly string[] {
  const { result, restatement, addsUp, checks } = input
  switch (shape.kind) {
    case 'empty':
      return [`Nothing found: ${markdownText(restatement, 500)}.`]
    case 'scalar':
      return scalarText(shape, result, restatement)
    case 'series':
      return seriesText(shape, result, { addsUp, isLastPartial: lastIsPartial(checks) })
    case 'ranking':
    case 'breakdown':
      return groupsText(shape, result, input.query, addsUp)
    case 'cross':
    case 'list':
      return listText(shape, result, restatement)
  }
}

function subjectOf({ query, ontology }: ExplainerInput): string | null {
  return ontology.datasets.find(({ name }) => name === query?.subject)?.label ?? null
}

function lastIsPartial(checks: readonly Check[]): boolean {
  return checks.some(({ name, status }) => name === 'partial-period' && status !== 'passed')
}
