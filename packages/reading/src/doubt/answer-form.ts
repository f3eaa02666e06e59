import type { Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { canBeToldApart } from '../business/told-apart.ts'
import { isMoment, keyFields, nameFields, namedThing, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isMoney } from '../lexicon/money-fields.ts'
import { fieldsIn, figuresIn, homeOfFigure, placeOf } from './query-parts.ts'
import { signal, type Doubted, type Signal } from './signal.ts'

const asksCount = /\b(?:how (?:many|often)|number|count|most|least|fewest|busiest|times)\b/i
const asksThings = /^\W*(?:which|who|whose|list|show|what (?:are|were)|name)\b/i
const asksMoney =
  /\bhow much (?!\w+ (?:time|stock))|\b(?:revenue|turnover|takings|income|sales|profit|owed?|spen[dt]|cost|earn|worth)\b/i
const asksSplit =
  /\b(?:by|per|each|every|for all|which|who|what|whose|where|split|compare|vs|versus|against|top|bottom|most|least|best|worst|busiest|list|show|breakdown)\b/i
const saysEach = /\b(?:by|per|each|every) (?!cent\b|far\b|now\b|the end\b|then\b|card\b|cash\b)\p{L}+/iu
const saysBoth = /\band (?:how|what|who|which|when)\b/i
const saysBest =
  /\b(?:best|worst|top|most|least|biggest|largest|highest|lowest|longest|busiest|strongest|favou?rite|popular)\b/i
const saysNo = /\b(?:not|never|no|without|n't|none|haven't|hasn't|didn't|don't|isn't|aren't)\b/i
const saysShare = /\b(?:percent(?:age)?|share|rate|proportion|how often|%)\b|%/i

/** How much numbers alone are in doubt where the question asks for them. */
const asked = 0.4

/** Where what is shown is not of the form that the question asks for. */
export function ofForm(doubted: Doubted): readonly Signal[] {
  const { question, reading, ontology, isFollowUp } = doubted
  const { query } = reading
  const shown = query.outputs.map(({ expression }) => expression)
  const figures = shown.flatMap(figuresIn)
  const isDivided = query.groupBy.length > 0
  const things = shown.filter((one) => figuresIn(one).length === 0)
  const text = question.toLowerCase()
  return [
    signal(
      'noSplit',
      saysEach.test(text) && !isDivided && figures.length > 0,
      'It is one figure and not one for each',
    ),
    signal(
      'splitUnasked',
      !isFollowUp && query.groupBy.some(isThing) && !asksSplit.test(text) && query.limit === null,
      'It is divided, though one figure may be meant',
    ),
    signal(
      'onlyKeys',
      things.length > 0 && things.every((one) => isKey(one, ontology))
        ? things.every((one) => isKeyAsked(one, question, ontology))
          ? asked
          : 1
        : 0,
      canBeToldApart(query, ontology) ? undefined : 'It shows a number or code and no name',
    ),
    signal(
      'oneOfTwo',
      saysBoth.test(text) &&
        shown.length - things.length < 2 &&
        !(shown.length > things.length && things.some((one) => isKeyAsked(one, question, ontology))),
      'The question asks for two things',
    ),
    signal(
      'rankedByField',
      saysBest.test(text) &&
        query.limit !== null &&
        query.orderBy.every(({ expression }) => figuresIn(expression).length === 0),
    ),
    signal(
      'noDenial',
      saysNo.test(text) && !hasDenial(query),
      'The question denies something, and the query does not',
    ),
    ...ofAmounts(doubted),
    ...ofShares(doubted),
    signal('followUp', isFollowUp),
    signal('wordsMany', Math.min(2, Math.max(0, question.split(/\s+/).length - 6) / 6)),
  ]
}

/** Where rows are counted or listed, and money may be asked for. */
function ofAmounts({ question, reading: { query }, ontology, isFollowUp }: Doubted): readonly Signal[] {
  const text = question.toLowerCase()
  const figures = query.outputs.flatMap(({ expression }) => figuresIn(expression))
  const isCount =
    figures.length > 0 && figures.every((one) => one.kind === 'aggregate' && one.function === 'count')
  return [
    signal('countForMoney', asksMoney.test(text) && isCount, 'It counts rows and adds up no money'),
    signal(
      'countUnasked',
      isCount && !isFollowUp && !asksCount.test(text) && !saysShare.test(text) && hasMoney(figures, ontology),
      'It counts rows, though their amounts may be meant',
    ),
    signal(
      'listUnasked',
      figures.length === 0 &&
        !isFollowUp &&
        !asksThings.test(text) &&
        query.limit === null &&
        moneyOf(query.subject, ontology),
      'It lists rows, though their amounts may be meant',
    ),
  ]
}

/** Where a share is asked for. */
function ofShares({ question, reading: { query }, ontology, isFollowUp }: Doubted): readonly Signal[] {
  const text = withoutRates(question.toLowerCase(), ontology)
  return [
    signal(
      'shareDivided',
      saysShare.test(text) && query.groupBy.length > 0 && !saysEach.test(text) && !isFollowUp,
      'The question asks for one share, and several are shown',
    ),
    signal('shareAsked', saysShare.test(text)),
    signal(
      'noShare',
      saysShare.test(text) && !/"kind":"(?:share|arithmetic)"/.test(JSON.stringify(query.outputs)),
      'The question asks for a share, and none is shown',
    ),
    signal(
      'shareOfThings',
      saysShare.test(text) && query.groupBy.some((one) => isManyThings(one, ontology)),
      'It is divided by single rows',
    ),
  ]
}

/** A `day rate` is a field of the data, and no share. */
function withoutRates(text: string, { datasets }: Ontology): string {
  const names = datasets.flatMap(({ fields, isHidden }) =>
    isHidden ? [] : fields.map(({ label }) => label.toLowerCase()).filter((name) => name.endsWith(' rate')),
  )
  return names.reduce((rest, name) => rest.replaceAll(name, ''), text)
}

/** Whether the rows that are counted have an amount of money. */
function hasMoney(figures: readonly Expression[], ontology: Ontology): boolean {
  return figures.some((one) => moneyOf(homeOfFigure(one, ontology) ?? '', ontology))
}

function moneyOf(name: string, { datasets }: Ontology): boolean {
  const dataset = datasets.find((each) => each.name === name)
  return dataset !== undefined && visible(dataset).some(isMoment) && visible(dataset).some(isMoney)
}

function isKey(expression: Expression, ontology: Ontology): boolean {
  const refs = fieldsIn(expression, ontology)
  return (
    refs.length > 0 &&
    refs.every((ref) => {
      const place = placeOf(ref, ontology)
      if (place === null) return false
      const { dataset, field } = place
      if (isCalledSo(dataset, field)) return false
      return (
        keyFields(dataset).includes(field) ||
        field.role === 'identifier' ||
        namedThing(dataset, field, ontology) !== null
      )
    })
  )
}

/** "the id of the product": the question says that it wants the number. */
function isKeyAsked(expression: Expression, question: string, ontology: Ontology): boolean {
  const said = new Set(nameWords(question))
  const [ref] = fieldsIn(expression, ontology)
  const place = ref === undefined ? null : placeOf(ref, ontology)
  const words = place === null ? [] : nameWords(place.field.label)
  return /^(?:id|code|key|identifier)$/.test(words.at(-1) ?? '') && words.every((word) => said.has(word))
}

/** `VM-012` of machines: a text that is the name of a thing, because it has no other. */
function isCalledSo(dataset: Dataset, field: Field): boolean {
  const own = nameWords(dataset.label)
  const words = nameWords(field.label)
  return (
    field.type === 'text' &&
    nameFields(dataset)[0] === field &&
    words.length > 0 &&
    words.every((word) => own.includes(word))
  )
}

/** No period. */
function isThing({ kind }: Expression): boolean {
  return kind !== 'period' && kind !== 'part'
}

function hasDenial(query: Query): boolean {
  return /"kind":"(?:not|null)"|"operator":"!="|"how":"except"|"value":(?:0|false|"(?:no?|0|f|false)")/i.test(
    JSON.stringify(query),
  )
}

/** Grouped by something that nearly every row has a value of its own of. */
function isManyThings(expression: Expression, ontology: Ontology): boolean {
  return fieldsIn(expression, ontology).some((ref) => {
    const place = placeOf(ref, ontology)
    return place !== null && place.field.statistics.distinct > 30
  })
}
