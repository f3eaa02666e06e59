import type { Ontology } from '@quipu/query'
import { roleOf } from './frames/business-phrases.ts'
import { withDebtorNamed } from './frames/who-owes.ts'
import { withoutOutsiders } from './lexicon/outsiders.ts'
import { withListCounted, withStateAsked } from './business/asked-states.ts'
import { withLaterState } from './business/earlier-states.ts'
import { withActionsCounted } from './business/counted-actions.ts'
import { withOffersTaken } from './business/offers-taken.ts'
import { withValuesSplit } from './business/values-split.ts'
import { withThingsStopped } from './business/made-no-longer.ts'
import { stockedDataset } from './business/stock.ts'
import { withValuesAndSoOn } from './business/values-and-so-on.ts'
import { withMissingSaid } from './business/still-missing.ts'
import { withLettingAsSelling } from './business/letting.ts'
import { withOwedNamed } from './business/owed-noun.ts'
import { withStreamBuyers } from './business/stream-buyers.ts'
import { eventMoment } from './lexicon/event-moment.ts'
import { withBestSellers } from './business/best-sellers.ts'
import { withGoodsOfCategory } from './business/category-goods.ts'
import { withGoodsSaid } from './business/goods-said.ts'
import { withContentSold } from './business/content-sold.ts'
import { onHandOf } from './metrics/on-hand.ts'
import { hoursWorked } from './metrics/work-metrics.ts'
import { nameWords } from './lexicon/name-words.ts'
import { withNamedRows } from './lexicon/spoken-rows.ts'
import { withTurnsSaid } from './lexicon/span-rows.ts'
import { withEventNouns } from './lexicon/event-nouns.ts'
import { withAsidesSaid } from './wordings/asides.ts'
import { withBothPeriods } from './words/comparisons.ts'
import { withMeansSaid } from './figures/mean-said.ts'
import { withSplitsSaid } from './figures/split-said.ts'
import { withAskFirst } from './words/asked-last.ts'
import { withBoundsBefore } from './words/bounds-said.ts'
import { inUsualWords } from './words/everyday.ts'
import { withoutIdioms } from './words/idioms.ts'
import { withoutLightWords } from './words/light-words.ts'
import { withoutLooseTalk } from './words/loose-talk.ts'
import { withMailSaid } from './words/mail-said.ts'
import { withNotYet } from './words/not-yet.ts'
import { inWordsOfOwing } from './words/owing.ts'
import { withDaysNamed } from './time/named-days.ts'
import { withOrderSaid } from './words/order-said.ts'
import { withoutOwnAgents } from './wordings/own-agents.ts'
import { withPeriodsCompared } from './wordings/more-than-before.ts'
import { withRowsOfState } from './wordings/counted-states.ts'
import { withPlansSaid } from './wordings/plans-said.ts'
import { withRanksSaid } from './wordings/ranks-said.ts'
import { withShorteningsOut } from './wordings/shortenings.ts'
import { withBilledAsked } from './wordings/billed-said.ts'
import { withHoursAdded } from './wordings/hours-said.ts'
import { withReasonsRanked } from './wordings/reasons-ranked.ts'
import { withStoredCounts } from './wordings/stored-counts.ts'
import { withTimesOfMost } from './wordings/times-of-most.ts'
import { withFigureOfThing, withMeasuresBeside, withVerbOfMeasure } from './wordings/measures-beside.ts'
import { withMeasuresQualified } from './wordings/qualified-measures.ts'
import { withoutStill } from './words/now.ts'
import { withoutOwnMoney } from './words/own-money.ts'
import { withoutSmallTalk } from './words/small-talk.ts'
import { withoutTurns } from './words/turns-of-phrase.ts'
import { withoutTaxSaid } from './wordings/tax-said.ts'
import { withYesAndNo } from './wordings/yes-and-no.ts'
import { withKindsNamed, withRecurring, withSellersNamed } from './business/spoken-names.ts'
import { asTimeTaken } from './words/time-taken.ts'

/** The question in words that both readers know. Other words keep their place. */
export function inPlainWords(asked: string, ontology: Ontology): string {
  return steps.reduce((question, step) => step(question, ontology), asked)
}

/** In this order: each takes what the ones before it have left. */
const steps: readonly ((question: string, ontology: Ontology) => string)[] = [
  (question, { values }) => withoutSmallTalk(question, (phrase) => values.exact(phrase).length > 0),
  withMailSaid,
  withThingsStopped,
  withMissingSaid,
  withTurnsSaid,
  withPeriodsCompared,
  withPlansSaid,
  withTimesOfMost,
  withShorteningsOut,
  withBilledAsked,
  withHoursAdded,
  withReasonsRanked,
  withAskFirst,
  withoutTaxSaid,
  withAsidesSaid,
  withBoundsBefore,
  withRowsOfState,
  withRanksSaid,
  withMeansSaid,
  withSplitsSaid,
  withMeasuresQualified,
  withMeasuresBeside,
  withVerbOfMeasure,
  withFigureOfThing,
  withLaterState,
  withoutTurns,
  withYesAndNo,
  withStoredCounts,
  withoutOwnAgents,
  withOrderSaid,
  withDaysNamed,
  withValuesSplit,
  withoutOwnMoney,
  withStreamBuyers,
  withContentSold,
  withGoodsSaid,
  withBestSellers,
  withGoodsOfCategory,
  withKindsNamed,
  withSellersNamed,
  withRecurring,
  withActionsCounted,
  withOffersTaken,
  withValuesAndSoOn,
  withStateAsked,
  withListCounted,
  withoutBreaks,
  withOpened,
  withHoursLogged,
  withUnitsSold,
  withoutAgents,
  withPiecesLeft,
  withOwedNamed,
  withDebtorNamed,
  inWordsOfOwing,
  asTimeTaken,
  inUsualWords,
  withLettingAsSelling,
  withBothPeriods,
  withoutLooseTalk,
  withNamedRows,
  (question, ontology) => withEventNouns(question, ontology, eventMoment),
  withNotYet,
  withoutIdioms,
  withoutLightWords,
  withoutOutsiders,
]

/** "hours worked, without breaks": breaks are taken off anyway. */
function withoutBreaks(question: string, { metrics }: Ontology): string {
  const worked = metrics.find(({ name }) => name === hoursWorked)
  return worked?.description?.includes(' less ') === true
    ? question.replace(
        /,? (?:without|excluding|less|minus|not counting|net of)(?: the| their)? (?:breaks?|pauses?)\b/i,
        '',
      )
    : question
}

/** "cases opened in March" came about then: most are no longer open. Where a date is called so, it is that date. */
function withOpened(question: string, { datasets, values }: Ontology): string {
  const isState = values.exact('open').some(({ field }) => /stat(?:us|e)$|stage$/i.test(field))
  const isDate = datasets.some(({ fields }) => fields.some(({ label }) => /\bopen(?:ed|ing)?\b/i.test(label)))
  return isState && !isDate ? question.replace(/\b(?:re)?opened\b/giu, 'created') : question
}

/** "who logged the most hours": hours that are written down were worked. */
function withHoursLogged(question: string, { metrics }: Ontology): string {
  const isOfHours = /\b(?:hours?|hrs)\b/i.test(question) && metrics.some(({ name }) => name === hoursWorked)
  if (!isOfHours) return question
  return question
    .replace(
      /\b(?:logged|clocked(?: up)?|tracked|recorded|reported|put down|noted|entered)\b(?! (?:in|on|by|as|at)\b)/giu,
      'worked',
    )
    .replace(
      /\bbook(?:ed)?(?= (?:the (?:most|fewest|least) |any |more )?(?:\p{L}+ )?(?:hours?|hrs)\b)/giu,
      'work',
    )
    .replace(/\b(?:log|clock(?: up)?|track|record|report|note|enter)\b(?! (?:in|on|by|as|at)\b)/giu, 'work')
    .replace(
      /\b(?:do|did) (?:we|they|people|everyone|the team) work the (most|fewest|least) ((?:\p{L}+ )?hours)\b/giu,
      'are the $1 $2 worked',
    )
}

/** "unpaid by customers": who has not paid, and not what the answer is divided by. */
function withoutAgents(question: string): string {
  return question.replace(
    /\b((?:un|not (?:yet )?|been |was |were )?paid|owed|not settled|unsettled)(?: yet)? by (?:our |the )?(?:customers|clients|buyers)\b/giu,
    '$1',
  )
}

/** "how many helmets have we got left": their stock, where one dataset has it and is not called so itself. */
function withPiecesLeft(question: string, ontology: Ontology): string {
  const stocked = stockedDataset(ontology)
  const stock = stocked === null ? null : onHandOf(stocked, 'level')
  if (stocked === null || stock === null || !/^[\p{L} ]+$/u.test(stock.label)) return question
  return question.replace(piecesLeft, (all, what: string) => {
    const last = nameWords(what).at(-1) ?? ''
    const isThing = /^(?:item|product|article|thing|good|piece|unit)$/.test(last) || isLabel(last, ontology)
    return isThing ? all : `total ${stock.label.toLowerCase()} of ${what}`
  })
}

const piecesLeft =
  /^\W*how (?:many|much) ((?:\p{L}+ ){0,3}?\p{L}+) (?:have we(?: still)? got|do we(?: still)? have|(?:are|is)(?: there)?(?: still)?) (?:left|in stock|on hand|left in stock|left over)(?=\W*$)/iu

function isLabel(word: string, { datasets }: Ontology): boolean {
  return datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).includes(word))
}

/** "by number sold" means the pieces, where the data has them. */
function withUnitsSold(question: string, { metrics }: Ontology): string {
  return metrics.some(({ name }) => name.endsWith('units_sold'))
    ? question.replace(
        /\bby (?:the )?(?:number|quantity|count|volume)(?: (?:of (?:pieces|units|items) )?sold\b|(?=\s*$|\s*[?.!,]|\s+(?:this|last|in|since)\b))/iu,
        'by units sold',
      )
    : question
}

/** Without "still" where the next word is a state: a value of the data, what business calls so, or where or whose things are. */
export function ofNow(question: string, { values }: Ontology): string {
  return withoutStill(
    question,
    (word) =>
      values.exact(word).length > 0 ||
      roleOf(word)?.does === 'state' ||
      /^(?:in|on|at|with|without|here|there|out|have|has|own|hold|not)$/.test(word),
  )
}
