import type { Dataset, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { inStates } from '../business/not-dead.ts'
import { momentOf } from '../business/moments.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf, parentsOf } from '../metrics/field-finder.ts'
import { heldStates, stateField } from '../metrics/not-sold.ts'
import { emptyFrame, type FilterSlot, type Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inSmallLetters } from '../words/plain-text.ts'
import { singular } from '../words/word-forms.ts'
import { timedWords } from './clause-time.ts'
import { staffOf } from './measured.ts'

const won =
  'brought in|brings in|bring in|won|wins|win|acquired|acquires|signed up|signed|landed|gained|recruited|attracted|got|has got|found'
const did =
  'did|does|has done|have done|carried out|carries out|handled|handles|completed|finished|took on|worked|works|worked on|performed|had|has had|has|got'
const asked = new RegExp(
  String.raw`^(?:who|which (?<doer>\p{L}+(?: \p{L}+)?))(?: (?:has|have))? (?:(?<won>${won})|(?:${did})) the (?<rank>most|fewest|least) (?<what>.+)$`,
  'u',
)
/** What people call the rows of work, whatever the data calls them. */
const work = /^(?:jobs?|work|tasks?|assignments?|call-?outs?|pieces of work|bits of work)$/

/**
 * "which contractor has done the most jobs", where the only dated rows below contractors are repairs; "who brought in the most new
 * accounts", where each customer names who looks after them: by the number of rows that name each.
 */
export function readMostLinked(question: string, ontology: Ontology, context: ReadingContext): Frame | null {
  const found = asked.exec(inSmallLetters(question).replace(/ (?:for|from|with) us(?= |$)/u, ''))?.groups
  const timed = found === undefined ? null : timedWords(found['what'] ?? '', false, ontology, context)
  if (found === undefined || timed === null) return null
  const { doer, rank } = found
  const words = timed.words.replace(/^(?:of )?(?:the |our )?/u, '')
  const rows = found['won'] === undefined ? null : partiesCalled(words.replace(/^new /u, ''), ontology)
  const linked =
    rows === null ? workOf(words, doer ?? null, ontology) : lookedAfter(rows, doer ?? null, ontology)
  if (linked === null) return null
  const moment = momentOf(linked.rows.name, ontology)
  if (timed.time !== null && moment === null) return null
  return {
    ...emptyFrame,
    measures: [{ kind: 'count', dataset: linked.rows.name }],
    groups: [{ kind: 'thing', dataset: linked.doers.name }],
    filters: rows === null ? doneOnly(linked.rows, ontology) : [],
    time: timed.time,
    moment,
    rank: { direction: rank === 'most' ? 'desc' : 'asc', limit: 1, isAlone: false },
    notes: [
      {
        about: `meaning of ${timed.words}`,
        says: `“${timed.words}” is read as ${linked.rows.label}.`,
        changesNumbers: singular(words) !== singular(linked.rows.label.toLowerCase()),
      },
    ],
  }
}

/** What is done has the state of it, where rows have one. */
function doneOnly(rows: Dataset, ontology: Ontology): readonly FilterSlot[] {
  const done = stateField(rows, heldStates, ontology)
  if (done === null) return []
  return [{ key: `${done.dataset.name}.${done.field.name}`, condition: inStates(done) }]
}

interface Linked {
  readonly rows: Dataset
  readonly doers: Dataset
}

function partiesCalled(words: string, ontology: Ontology): Dataset | null {
  const customers = businessOf(ontology).partyNamed('customer')
  const named = datasetCalled(words, ontology)
  if (named !== null && (isPeople(named) || named === customers)) return named
  if (!isParty.test(words)) return null
  return /^accounts?$/.test(words) ? customers : businessOf(ontology).partyNamed(singular(words))
}

const isParty = /^(?:customers?|clients?|accounts?|buyers?|members?)$/

/** Those whom each customer names, who are people. */
function lookedAfter(rows: Dataset, doer: string | null, ontology: Ontology): Linked | null {
  const parents = parentsOf(rows, ontology)
  const staff = staffOf(ontology)
  const said = doer === null ? null : datasetCalled(doer, ontology)
  if (doer !== null && said === null) return null
  const people = parents.filter(isPeople)
  const [only, ...more] =
    said !== null
      ? parents.filter((one) => one === said)
      : staff !== null && people.includes(staff)
        ? [staff]
        : people
  return only === undefined || more.length > 0 ? null : { rows, doers: only }
}

/** The only dated rows below those who do the work, where nothing is called so. */
function workOf(words: string, doer: string | null, ontology: Ontology): Linked | null {
  const isOfData = ontology.datasets.some(
    ({ label, isHidden }) => !isHidden && nameWords(label).includes(singular(words)),
  )
  if (!work.test(words) || isOfData || ontology.values.exact(singular(words)).length > 0) return null
  const doers = doer === null ? staffOf(ontology) : datasetCalled(doer, ontology)
  if (doers === null) return null
  const [rows, ...more] = childrenOf(doers, ontology).filter((each) => visible(each).some(isMoment))
  return rows === undefined || more.length > 0 ? null : { rows, doers }
}

function datasetCalled(words: string, ontology: Ontology): Dataset | null {
  const found = new Set(
    nounsOf(words, ontology, 0.7).flatMap((noun) => (noun.kind === 'dataset' ? [noun.dataset] : [])),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}
