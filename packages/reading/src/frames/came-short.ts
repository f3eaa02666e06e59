import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { inStates } from '../business/not-dead.ts'
import { reachesOne } from '../business/nearest.ts'
import { and, compare, emptyQuery, field as fieldOf } from '../interpret/builder.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { stateField } from '../metrics/not-sold.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inOneLine } from '../words/plain-text.ts'
import { subjectOf, withFilter } from './bounded-things.ts'
import { singular } from '../words/word-forms.ts'
import type { ReadHead } from './clause-reading.ts'

const form =
  /^(?<head>.+?)(?: (?:that|which|have|has|been|we|got))*(?: (?:came in|come in|comes in|arrived|arrive|were|was|are|is|been))?(?: (?:delivered|received))? (?:short|incomplete(?:ly)?|in part|partly|not in full|short-?delivered|under-?delivered|with (?:less|fewer) than (?:we )?ordered)(?<rest>(?: (?:this|last|in|since|from|so far) .+)?)$/iu

const deliveries = /\b(?:orders?|deliver(?:y|ies)|shipments?|consignments?)\b/iu

/** "how many orders came in short": those with a row of which less was received than ordered. */
export function readCameShort(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const said = form.exec(inOneLine(question))?.groups
  const [pair, ...more] = said === undefined ? [] : pairsOf(ontology)
  if (said === undefined || pair === undefined || more.length > 0) return null
  const { rows, ordered, received } = pair
  const head = `${said['head'] ?? ''}${said['rest'] ?? ''}`
  // What came in are deliveries, whatever else is called an order.
  const documents = parentsOf(rows, ontology).filter(({ label }) => rows.label.startsWith(singular(label)))
  const came = [rows, ...documents].find((each) => visible(each).some(isMoment))
  const [frame] = [head, ...(came === undefined ? [] : [head.replace(deliveries, came.label)])].flatMap(
    (words) => {
      const read = readHead(words)
      const of = read === null ? null : subjectOf(read, ontology)
      return read !== null && of !== null && (of === rows || reachesOne(rows.name, of.name, ontology))
        ? [read]
        : []
    },
  )
  const thing = frame === undefined ? null : subjectOf(frame, ontology)
  if (frame === undefined || thing === null) return null
  const isLess = compare(fieldOf(rows, received), '<', fieldOf(rows, ordered))
  const condition = thing === rows ? isLess : belowOf(thing, rows, isLess, ontology)
  if (condition === null) return null
  const arrived = cameIn(thing, ontology)
  const says = `What came in short: ${received.label} is less than ${ordered.label} in ${rows.label}.`
  const note = { about: 'meaning of short', says, changesNumbers: true }
  return withFilter(frame, `short ${rows.name}`, and([condition, ...arrived]) ?? condition, note)
}

function belowOf(thing: Dataset, rows: Dataset, isLess: Condition, ontology: Ontology): Condition | null {
  if (!reachesOne(rows.name, thing.name, ontology)) return null
  return { kind: 'related', of: thing.name, query: { ...emptyQuery(rows), where: isLess } }
}

/** What is still on its way is not short. */
function cameIn(thing: Dataset, ontology: Ontology): readonly Condition[] {
  const arrived = stateField(thing, ['received', 'delivered', 'arrived', 'completed', 'closed'], ontology)
  return arrived === null ? [] : [inStates(arrived)]
}

interface Pair {
  readonly rows: Dataset
  readonly ordered: Field
  readonly received: Field
}

/** A number that was ordered beside one of the same name that was received. */
function pairsOf({ datasets }: Ontology): readonly Pair[] {
  return datasets.flatMap((rows): readonly Pair[] => {
    const fields = rows.isHidden ? [] : visible(rows).filter(isMeasure)
    return fields.flatMap((ordered) =>
      fields
        .filter(
          (received) => isOf(ordered, wanted) && isOf(received, got) && restOf(ordered) === restOf(received),
        )
        .map((received) => ({ rows, ordered, received })),
    )
  })
}

function isOf({ label }: Field, words: ReadonlySet<string>): boolean {
  return rawOf(label).some((word) => words.has(word))
}

function restOf({ label }: Field): string {
  return nameWords(label)
    .filter((word) => !isEither.test(word))
    .join(' ')
}

function rawOf(label: string): readonly string[] {
  return label.toLowerCase().split(/[\s_-]+/u)
}

const wanted: ReadonlySet<string> = new Set('ordered expected requested promised'.split(' '))
const got: ReadonlySet<string> = new Set('received delivered arrived supplied'.split(' '))
const isEither = /^(?:order|expect|request|promis|receiv|deliver|arriv|suppl)/
