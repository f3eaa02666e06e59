import type { Ontology } from '@quipu/query'
import { roleOf } from './frames/business-phrases.ts'
import { withoutOutsiders } from './lexicon/outsiders.ts'
import { eventMoment } from './business/moments.ts'
import { hoursWorked } from './metrics/work-metrics.ts'
import { withEventNouns } from './lexicon/event-nouns.ts'
import { withBothPeriods } from './words/comparisons.ts'
import { inUsualWords } from './words/everyday.ts'
import { withoutIdioms } from './words/idioms.ts'
import { withoutLooseTalk } from './words/loose-talk.ts'
import { withNotYet } from './words/not-yet.ts'
import { withoutStill } from './words/now.ts'

/** The question in words that both readers know. Other words keep their place. */
export function inPlainWords(question: string, ontology: Ontology): string {
  return withoutOutsiders(
    withoutIdioms(
      withNotYet(
        withEventNouns(
          withoutLooseTalk(withBothPeriods(inUsualWords(withoutBreaks(question, ontology)))),
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
