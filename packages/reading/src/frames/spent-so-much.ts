import { inOneLine } from '../words/plain-text.ts'
import type { Comparison, Condition, Dataset, Ontology } from '@quipu/query'
import { and, compare, emptyQuery, literal } from '../interpret/builder.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { timedWords } from './clause-time.ts'
import type { ReadHead } from './clause-reading.ts'

/** "customers who spent more than 500 this year": those whose sales come to so much, as revenue counts them. */
export function readSpentSoMuch(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const cut = carved(question)
  const revenue = businessOf(ontology).metric('revenue')
  const home = homeOf(revenueOf(ontology), ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)
  if (cut === null || revenue === null || rows === undefined) return null
  const timed = timedWords(cut.rest, false, ontology, context)
  const frame = readHead(cut.head)
  const owner = frame === null ? null : ownerOf(frame, ontology)
  if (frame === null || owner === null || timed === null || timed.words !== '') return null
  if (!reachesOne(rows.name, owner.name, ontology)) return null
  const at = momentOf(rows.name, ontology)
  if (timed.time !== null && at === null) return null
  const during: readonly Condition[] =
    timed.time === null || at === null ? [] : [{ kind: 'during', of: at, ...timed.time }]
  const of = compare({ kind: 'metric', name: revenue.name }, cut.operator, literal(cut.amount))
  const spent: Condition = {
    kind: 'related',
    of: owner.name,
    query: { ...emptyQuery(rows), where: and(during), having: of },
  }
  const says = `What counts is ${revenue.label}.`
  return {
    ...frame,
    filters: [...frame.filters, { key: `spent ${owner.name}`, condition: spent }],
    notes: [...frame.notes, { about: 'what counts', says, changesNumbers: false }],
  }
}

function ownerOf(
  { subject, measures: [slot], rank, share, against }: Frame,
  ontology: Ontology,
): Dataset | null {
  const name = subject ?? (slot?.kind === 'count' ? slot.dataset : null)
  if (rank !== null || share !== null || against !== null) return null
  return ontology.datasets.find((each) => each.name === name) ?? null
}

interface Cut {
  readonly head: string
  readonly operator: Comparison
  readonly amount: number
  readonly rest: string
}

const spending =
  /^(.+?)(?: (?:who|that|which|whose))?(?: (?:have|has|had|did))? (?:spent|spend|spends|bought for|ordered for|buy for|brought us|brought in|gave us|donated|paid us) (more than|over|above|at least|less than|under|below) [$€£]?(\d[\d.,]*)(k?)(?: (?:euros?|dollars?|pounds?|[a-z]{3}|[$€£]))?(?: (?:with us|here|at ours))?(?: (.*))?$/i

/** What is listed or counted, how much was spent, and when. */
function carved(question: string): Cut | null {
  const found = spending.exec(inOneLine(question))
  const [, head = '', bound = '', number = '', thousand = '', rest = ''] = found ?? []
  const amount = Number(number.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'))
  if (found === null || !Number.isFinite(amount)) return null
  const operator: Comparison = /least/.test(bound) ? '>=' : /more|over|above/.test(bound) ? '>' : '<'
  return { head, operator, amount: thousand === '' ? amount : amount * 1000, rest }
}
