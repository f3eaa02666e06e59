import { singularLabel, type Expression, type Ontology, type Query } from '@quipu/query'
import { expressionWords } from './expression-words.ts'
import { datasetLabel, fieldNamed, type Wording } from './wording.ts'

/** Gives each output a heading in words: `region` for a region's name, `total amount`, `number of orders`. */
export function withHeadings(query: Query, wording: Wording): Query {
  const short = query.outputs.map(({ expression }) => shortHeading(expression, wording))
  const outputs = query.outputs.map((output, index) => {
    const heading = short[index] ?? output.label
    const isTaken = short.some((other, at) => at !== index && other === heading)
    return {
      ...output,
      label: isTaken ? expressionWords(output.expression, { ...wording, home: null }) : heading,
    }
  })
  return { ...query, outputs }
}

function shortHeading(of: Expression, wording: Wording): string {
  if (of.kind === 'field') return shortField(of, wording)
  if (of.kind === 'period') return of.fiscal === true ? `fiscal ${of.unit}` : of.unit
  if (of.kind === 'part') return of.part
  const home = of.kind === 'aggregate' && of.of.kind === 'field' ? of.of.dataset : null
  return expressionWords(of, { ...wording, home })
}

/** A name field gets the heading of its dataset, unless its label says more than "name". */
function shortField(of: Extract<Expression, { kind: 'field' }>, wording: Wording): string {
  const field = fieldNamed(of, wording.ontology)
  const label = field?.label ?? of.field
  const isBareName = field?.role === 'name' && /^(?:name|title|label)$/i.test(label)
  if (!isBareName || hasSeveralNames(of.dataset, wording.ontology)) return label
  return of.as !== undefined && of.as !== of.dataset
    ? of.as
    : singularLabel(datasetLabel(of.dataset, wording))
}

function hasSeveralNames(dataset: string, ontology: Ontology): boolean {
  const fields = ontology.datasets.find(({ name }) => name === dataset)?.fields ?? []
  return fields.filter(({ role, isHidden }) => role === 'name' && !isHidden).length > 1
}
