import { inOneLine } from '../words/plain-text.ts'
import type { Comparison, Condition, Dataset, Expression, Field, FieldRef, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { aggregate, compare, emptyQuery, field as fieldOf, keyOf, literal } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { headOf, operatorOf, subjectOf, withFilter } from './bounded-things.ts'
import type { ReadHead } from './clause-reading.ts'

/** Things by the figures of their rows: jobs that took more hours than planned, those that are rated below a number of stars. */
export function readOwnBounds(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inOneLine(question)
  return overHours(text, ontology, readHead) ?? rated(text, ontology, readHead)
}

const link = String.raw`(?: (?:that|which|have|has|had|are|is|were|was|went|gone|go|took|take|taken|used|use|spent|needed|need|ran|run|already|now|with|where|whose|we|worked|put|into|on|an?|average|avg|mean|rated|scored|rating|ratings|score|of))*`
const planned = String.raw`(?:budget(?:ed)?|planned|plan|estimated|estimate|quoted|allowed|agreed|sold)`
const over = new RegExp(
  String.raw`^(.+?)${link} (?:(more|fewer|less) (?:hours|hrs|time)(?: worked| logged| spent)? than(?: the| their| its| was| were| we| had| been| what was)* ${planned}(?: hours| hrs| time)?(?: for)?|(over|above|beyond|under|below)(?: the| their| its)* (?:${planned} (?:hours|hrs|time)|(?:hours|hrs|time) ${planned}))$`,
  'i',
)

/** "which jobs took more hours than planned": the hours that were worked on each, against the hours that its row names. */
function overHours(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [, head = '', more, above] = over.exec(text) ?? []
  const worked = businessOf(ontology).metric(hoursWorked)
  const home = worked === null ? null : homeOf(worked.name, ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)
  if (head === '' || worked === null || rows === undefined) return null
  const [only, ...others] = ontology.datasets.flatMap((dataset) => {
    const isNear = !dataset.isHidden && dataset !== rows && reachesOne(rows.name, dataset.name, ontology)
    return (isNear ? visible(dataset) : []).filter(isPlannedHours).map((field) => ({ dataset, field }))
  })
  if (only === undefined || others.length > 0) return null
  const { dataset, field } = only
  const frame = headOf(head, dataset, ontology, readHead)
  if (frame === null) return null
  const bound = fieldOf(dataset, field)
  const isMore = /more|over|above|beyond/i.test(more ?? above ?? '')
  const hours: Expression = { kind: 'metric', name: worked.name }
  const isSo = among(rows, keyOf(dataset), [bound], compare(hours, isMore ? '>' : '<', bound))
  const says = `The ${worked.label} of each are compared with its “${field.label}”.`
  return withFilter(frame, `hours ${dataset.name}`, isSo, {
    about: 'what counts',
    says,
    changesNumbers: true,
  })
}

/** `budget hours`, `estimated hours`, `hours quoted`. */
function isPlannedHours(field: Field): boolean {
  return (
    isMeasure(field) &&
    /\b(?:hours|hrs)\b/i.test(field.label) &&
    /\b(?:budget(?:ed)?|planned|plan|estimated?|quoted|agreed|allowed|sold|expected|target)\b/i.test(
      field.label,
    )
  )
}

const bounds = String.raw`(less than|fewer than|under|below|lower than|worse than|more than|over|above|better than|higher than|at least|at most)`
const stars = new RegExp(
  String.raw`^(.+?)${link} ${bounds} (\d+(?:[.,]\d+)?|one|two|three|four|five)(?: (stars?|points?|on average))*$`,
  'i',
)
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five']

/** "which books are under 4 stars", where many people rate each: those whose mean is. A single low rating says nothing of the thing. */
function rated(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const [, head = '', bound = '', number = ''] = stars.exec(text) ?? []
  const isRating = /\bstars?\b|\b(?:rated|ratings?|scored?)\b/i.test(text)
  const frame = head === '' || !isRating ? null : readHead(head)
  const thing = frame === null ? null : subjectOf(frame, ontology)
  if (frame === null || thing === null) return null
  const [only, ...others] = ontology.datasets.flatMap((dataset) => {
    const isBelow = !dataset.isHidden && dataset !== thing && reachesOne(dataset.name, thing.name, ontology)
    return (isBelow ? visible(dataset) : []).filter(isStars).map((field) => ({ dataset, field }))
  })
  if (only === undefined || others.length > 0) return null
  const said = numbers.indexOf(number.toLowerCase())
  const most = said >= 0 ? said : Number(number.replace(',', '.'))
  const mean = aggregate('avg', fieldOf(only.dataset, only.field))
  const isSo = among(only.dataset, keyOf(thing), [], compare(mean, operator(bound), literal(most)))
  const says = `Those whose average “${only.field.label}” of ${only.dataset.label} is ${bound.toLowerCase()} ${most}.`
  return withFilter(frame, `rated ${thing.name}`, isSo, { about: 'what counts', says, changesNumbers: true })
}

function isStars(field: Field): boolean {
  return (
    isMeasure(field) &&
    /^(?:(?:star|overall|review|customer|user) )?(?:stars?|ratings?|scores?)$/i.test(field.label)
  )
}

function operator(bound: string): Comparison {
  return /better|higher/i.test(bound) ? '>' : operatorOf(bound)
}

/** The things whose rows meet a condition together. */
function among(rows: Dataset, key: FieldRef, more: readonly FieldRef[], having: Condition): Condition {
  return {
    kind: 'member',
    of: key,
    query: {
      ...emptyQuery(rows),
      outputs: [{ expression: key, label: '' }],
      groupBy: [key, ...more],
      having,
    },
  }
}
