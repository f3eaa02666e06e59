import type { Ontology } from '@quipu/query'
import { roleOf } from './frames/business-phrases.ts'
import { withoutOutsiders } from './lexicon/outsiders.ts'
import { eventMoment } from './business/moments.ts'
import { hoursWorked } from './metrics/work-metrics.ts'
import { withNamedRows } from './lexicon/spoken-rows.ts'
import { withEventNouns } from './lexicon/event-nouns.ts'
import { withBothPeriods } from './words/comparisons.ts'
import { inUsualWords } from './words/everyday.ts'
import { withoutIdioms } from './words/idioms.ts'
import { withoutLooseTalk } from './words/loose-talk.ts'
import { withNotYet } from './words/not-yet.ts'
import { inWordsOfOwing } from './words/owing.ts'
import { withoutStill } from './words/now.ts'

/** The question in words that both readers know. Other words keep their place. */
export function inPlainWords(question: string, ontology: Ontology): string {
  return withoutOutsiders(
    withoutIdioms(
      withNotYet(
        withEventNouns(
          withNamedRows(
            withoutLooseTalk(
              withBothPeriods(
                inUsualWords(
                  inWordsOfOwing(withUnitsSold(withoutBreaks(question, ontology), ontology), ontology),
                ),
              ),
            ),
            ontology,
          ),
          ontology,
          eventMoment,
        ),
      ),
    ),
    ontology,
  )
}

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

/** "by number sold" means the pieces, where the data has them. */
function withUnitsSold(question: string, { metrics }: Ontology): string {
  return metrics.some(({ name }) => name.endsWith('units_sold'))
    ? question.replace(
        /\bby (?:the )?(?:number|quantity|count|volume)(?: (?:of (?:pieces|units|items) )?sold\b|(?=\s*$|\s*[?.!,]|\s+(?:this|last|in|since)\b))/iu,
        'by units sold',
      )
    : question
}

/** Without "still" where the next word is a state: a value of the data, or what business calls so. */
export function ofNow(question: string, { values }: Ontology): string {
  return withoutStill(
    question,
    (word) =>
      values.exact(word).length > 0 ||
      roleOf(word)?.does === 'state' ||
      /^(?:in|on|at|with|here)$/.test(word),
  )
}
