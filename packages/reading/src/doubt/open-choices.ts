import type { Dataset, Expression, Ontology, Query } from '@quipu/query'
import { traitsOf } from '../confidence/query-traits.ts'
import { businessOf } from '../business/business.ts'
import { namedStreams } from '../frames/streams.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { tradeNames } from '../metrics/trade-metrics.ts'
import { deadFlag, deadStates, unrefundedStates, stateField } from '../metrics/not-sold.ts'
import { conditionsOf, fieldsIn, figuresOf, homeOfFigure, placeOf } from './query-parts.ts'
import { listed, signal, type Doubted, type Signal } from './signal.ts'
import { wordsSaid, type WordsSaid } from './words-said.ts'

/** Where the data has several streams, dates or states, and no word of the question chooses one of them. */
export function ofOpenChoices({ question, reading, ontology }: Doubted): readonly Signal[] {
  const { query } = reading
  const said = wordsSaid(question)
  const figures = figuresOf(query)
  const homes = new Set(figures.flatMap((one) => homeOfFigure(one, ontology) ?? []))
  const isMetric = figures.some(({ kind }) => kind === 'metric')
  const elsewhere = datesElsewhere(query, homes, said, ontology)
  const states = isMetric ? ignoredStates(query, homes, ontology) : []
  return [
    signal(
      'streamOpen',
      isStreamOpen(question, figures, ontology),
      'The data has several kinds of income, and the question names none',
    ),
    signal('metricState', states.length > 0, `It is added up whatever the ${listed(states)} of the rows is`),
    signal('dateElsewhere', elsewhere.length > 0, `The period is that of ${listed(elsewhere)}`),
  ]
}

function isStreamOpen(question: string, figures: readonly Expression[], ontology: Ontology): boolean {
  const { streams } = businessOf(ontology)
  // Hours, waste and debts are of no stream.
  const isOfStream = (figure: Expression): boolean =>
    figure.kind === 'metric' &&
    streams.some(
      ({ prefix }) => figure.name.startsWith(prefix) && tradeNames.has(figure.name.slice(prefix.length)),
    )
  return streams.length > 1 && figures.some(isOfStream) && namedStreams(question, ontology).length === 0
}

/** The date of a period that is not one of the rows that are counted, nor of what they belong to. */
function datesElsewhere(
  { where, subject }: Query,
  homes: ReadonlySet<string>,
  said: WordsSaid,
  ontology: Ontology,
): readonly string[] {
  const rows = ontology.datasets.filter(
    ({ name }) => homes.has(name) || (homes.size === 0 && name === subject),
  )
  const near = new Set(
    rows
      .flatMap((each) => [each, ...parentsOf(each, ontology)])
      .filter((each) => rows.includes(each) || !isNamedThing(each))
      .map(({ name }) => name),
  )
  return conditionsOf(where).flatMap((condition) => {
    if (condition.kind !== 'during') return []
    const [ref] = fieldsIn(condition.of, ontology)
    const place = ref === undefined ? null : placeOf(ref, ontology)
    return place === null ||
      near.has(place.dataset.name) ||
      said.names(place.dataset.label) ||
      said.names(place.field.label)
      ? []
      : [`${place.dataset.label} ${place.field.label}`]
  })
}

function isNamedThing({ fields }: Dataset): boolean {
  return fields.some(({ role }) => role === 'name')
}

/** Fields of state of the rows that are counted, added up or listed, which the query does not look at. */
function ignoredStates(query: Query, homes: ReadonlySet<string>, ontology: Ontology): readonly string[] {
  const { fields } = traitsOf(query)
  const inMetrics = new Set(
    figuresOf(query).flatMap((one) =>
      one.kind === 'metric' ? [ontology.metrics.find(({ name }) => name === one.name)?.expression ?? ''] : [],
    ),
  )
  const isUsed = (name: string): boolean =>
    fields.has(name) || [...inMetrics].some((text) => text.includes(name))
  const isLookedAt = (dataset: Dataset): boolean => {
    const own = stateField(dataset, unrefundedStates, ontology)
    return own !== null && own.dataset === dataset && isUsed(`${dataset.name}.${own.field.name}`)
  }
  return ontology.datasets
    .filter(({ name }) => homes.has(name))
    .flatMap((dataset) => [
      dataset,
      // Where the state of the rows themselves is looked at, that of what they belong to is another matter.
      ...(isNamedThing(dataset) || isLookedAt(dataset)
        ? []
        : parentsOf(dataset, ontology).filter((each) => !isNamedThing(each))),
    ])
    .flatMap((dataset) => {
      const found = stateField(dataset, deadStates, ontology)
      const places = [
        ...(found === null ? [] : [{ dataset: found.dataset, field: found.field }]),
        ...[deadFlag(dataset)].flatMap((field) => (field === null ? [] : [{ dataset, field }])),
      ]
      return places
        .filter(({ dataset: at, field }) => !isUsed(`${at.name}.${field.name}`))
        .map(({ field }) => field.label)
    })
}
