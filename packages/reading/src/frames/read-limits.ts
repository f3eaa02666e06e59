import { inZone, type Condition, type Ontology } from '@quipu/query'
import {
  countedRows,
  describeLimit,
  limitsOf,
  reaching,
  type Limit,
  type LimitKind,
} from '../business/limits.ts'
import { momentOf } from '../business/moments.ts'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { emptyFrame, type FilterSlot, type Frame, type MeasureSlot, type Note } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inOneLine } from '../words/plain-text.ts'
import { headOf, withFilter } from './bounded-things.ts'
import type { ReadHead } from './clause-reading.ts'

/**
 * Things by how much of a limit of their own is taken up: "projects over budget", "campaigns that missed their goal", "which courses are
 * full", "how far along are the campaigns towards their goal", "which event is closest to being sold out".
 */
export function readLimits(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inOneLine(question)
  return bounded(text, ontology, readHead) ?? taken(text, ontology, context, readHead)
}

const limitWord =
  '(?:(?:[a-z]+ )?(?:budgets?|goals?|targets?|capacit(?:y|ies)|limits?|quotas?|allowances?)(?: (?:hours|amount))?|(?:planned|budgeted|estimated|allowed|agreed) (?:hours|costs?|amounts?|budgets?|spend))'
const their = '(?:(?:their|its|the|our|his|her|an?) )?'
const link = String.raw`(?: (?:that|which|who|have|has|had|are|is|were|was|do|we|already|now|currently|went|gone|go|goes|going|run|ran|running|been))*`

interface Form {
  readonly pattern: RegExp
  readonly operator: '>' | '>='
  readonly part?: number
  readonly isNot?: boolean
  /** What the limit is of, where the words say so. */
  readonly kind?: LimitKind
}

const forms: readonly Form[] = [
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:(?:not|n't) (?:yet )?(?:reach(?:ed)?|hit|met|meet|achieved?)|didn't (?:reach|hit|meet|make|achieve)|haven't (?:reached|hit|met)|fail(?:s|ed)? to (?:reach|hit|meet|achieve)|miss(?:es|ed)?|fell short of|fall(?:s)? short of|short of|below|under) ${their}(${limitWord})$`,
      'i',
    ),
    operator: '>=',
    isNot: true,
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:reach(?:es|ed)?|hit|met|meet|achieved?|made) ${their}(${limitWord})$`,
      'i',
    ),
    operator: '>=',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:over|above|beyond|past|more than|exceed(?:s|ed|ing)?|beat|surpass(?:ed|es)?|blown|blew|overran|overrun|overspent) ${their}(${limitWord})$`,
      'i',
    ),
    operator: '>',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:cost|spent|spend) more than (?:we |was |were |it was |they were |had )*(planned|budgeted|estimated|expected|allowed|agreed)(?: for)?$`,
      'i',
    ),
    operator: '>',
    kind: 'amount',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:over-?booked|over-?sold|over-?subscribed|over-?full|too full)$`,
      'i',
    ),
    operator: '>',
    kind: 'places',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:not|n't) (?:yet )?(?:full|fully booked|sold out|booked out|full up)$`,
      'i',
    ),
    operator: '>=',
    isNot: true,
    kind: 'places',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:less than|under|not even) half (?:full|booked|sold)$`,
      'i',
    ),
    operator: '>=',
    part: 0.5,
    isNot: true,
    kind: 'places',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)(?:${link} (?:with|got|have|has|still))+ (?:free|open|empty|available|spare|remaining)? ?(?:seats?|places?|spots?|spaces?|capacity)(?: (?:left|free|available|open|over|remaining))?$`,
      'i',
    ),
    operator: '>=',
    isNot: true,
    kind: 'places',
  },
  {
    pattern: new RegExp(
      String.raw`^(.+?)${link} (?:completely |totally |already )*(?:full|fully booked|sold out|booked out|full up|at capacity)$`,
      'i',
    ),
    operator: '>=',
    kind: 'places',
  },
]

function bounded(text: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  for (const { pattern, operator, part = 1, isNot = false, kind } of forms) {
    const timed = withTime(text, pattern)
    if (timed === null) continue
    const { head, word } = timed
    const limit = limitFor(head, word, kind, ontology, readHead)
    if (limit === null) return null
    const isOver = reaching(limit.limit, operator, part, ontology)
    const condition: Condition = isNot ? { kind: 'not', of: isOver } : isOver
    const note = { about: 'what counts', says: describeLimit(limit.limit, ontology), changesNumbers: true }
    return withFilter(limit.frame, `limit ${limit.limit.field.name}`, condition, note)
  }
  return null
}

/** The period may stand behind: "which classes are full this month". */
function withTime(text: string, pattern: RegExp): { readonly head: string; readonly word: string } | null {
  const plain = pattern.exec(text)
  if (plain !== null) return { head: plain[1] ?? '', word: plain[2] ?? '' }
  const [time = ''] =
    / (?:(?:in|during|for) )?(?:this|last|next|the last|the next|since|in) (?:[\p{L}\d]+(?: [\p{L}\d]+){0,2})$/iu.exec(
      text,
    ) ?? []
  const found = time === '' ? null : pattern.exec(text.slice(0, -time.length))
  return found === null ? null : { head: `${found[1] ?? ''}${time}`, word: found[2] ?? '' }
}

interface Found {
  readonly limit: Limit
  readonly frame: Frame
}

/** The only limit of this name whose things the words before mean. */
function limitFor(
  head: string,
  word: string,
  kind: LimitKind | undefined,
  ontology: Ontology,
  readHead: ReadHead,
): Found | null {
  const said = nameWords(word.toLowerCase())
  const all = limitsOf(ontology).filter((one) => kind === undefined || one.kind === kind)
  const called = all.filter((one) => said.every((each) => namesIn(one).includes(each)))
  const fitting = called.length > 0 ? called : all.filter((one) => said.every((each) => isSaid(each, one)))
  const found = fitting.flatMap((limit) => {
    const frame = headOf(head, limit.dataset, ontology, readHead)
    return frame === null ? [] : [{ limit, frame }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

function isSaid(word: string, limit: Limit): boolean {
  const names = namesIn(limit)
  return names.includes(word) || (plans.has(word) && names.some((name) => plans.has(name)))
}

function namesIn({ field, dataset }: Limit): readonly string[] {
  return [...nameWords(field.label), ...nameWords(dataset.label)]
}

const plans: ReadonlySet<string> = new Set(
  'budget budgeted plan planned estimate estimated expected allowed agreed allowance'.split(' '),
)

const share = '(?:share|percentage|part|proportion|percent|%)'
const used = '(?:used|used up|spent|reached|raised|taken|filled|gone|achieved|met|booked|sold)'
const perHead = '(?: (?:per|by|for each|of each|in each|on each) (?<head>.+?))?'
const inPercent = String.raw`(?:,? (?:in|as a) (?:percent|percentage|%))?`

const progress: readonly { readonly pattern: RegExp; readonly kind?: LimitKind }[] = [
  {
    pattern: new RegExp(
      String.raw`^how (?:far(?: along)?|close) (?:are|is) (?<head>.+?) (?:to|towards?|with|from|off|in) (?:reaching |meeting |hitting )?${their}(?<word>${limitWord})${inPercent}$`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^(?:what|which|how much)(?: ${share})?(?: of)? ${their}(?<word>${limitWord}) (?:have|has|did|do) (?<head>.+?) (?:already )?${used}${inPercent}$`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^(?:what|which|how much)(?: (?:is|are))?(?: the)?(?: ${share})?(?: of)? ${their}(?<word>${limitWord})(?: (?:is|are|has been|have been|was|were))?(?: already)? ${used}${perHead}${inPercent}$`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^how (?:full|booked(?: up)?) (?:are|is|were|was) (?<head>.+?)${inPercent}$`,
      'i',
    ),
    kind: 'places',
  },
]
const closest: readonly { readonly pattern: RegExp; readonly kind?: LimitKind }[] = [
  {
    pattern: new RegExp(
      String.raw`^(?<head>.+?)${link} (?:the )?(?:closest|nearest) to (?:reaching |meeting |hitting )?${their}(?<word>${limitWord})$`,
      'i',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`^(?<head>.+?)${link} (?:the )?(?:closest|nearest) to (?:being |be |getting )?(?:full|sold out|selling out|fully booked|full up|booked out)$`,
      'i',
    ),
    kind: 'places',
  },
  {
    pattern: new RegExp(String.raw`^(?<head>.+?)${link} (?:the )?(?:fullest|most full|most booked up)$`, 'i'),
    kind: 'places',
  },
]

/** How much of the limit is taken up by each. */
function taken(text: string, ontology: Ontology, context: ReadingContext, readHead: ReadHead): Frame | null {
  for (const [forms_, isRank] of [
    [progress, false],
    [closest, true],
  ] as const)
    for (const { pattern, kind } of forms_) {
      const said = pattern.exec(text)?.groups
      const head = said?.['head'] ?? ''
      if (said === undefined) continue
      const found = limitFor(head, said['word'] ?? '', kind, ontology, readHead)
      return found === null ? null : measured(found, isRank, ontology, context)
    }
  return null
}

function measured(
  { limit, frame }: Found,
  isRank: boolean,
  ontology: Ontology,
  context: ReadingContext,
): Frame {
  const { dataset, rows: below, measure, field } = limit
  const slot: MeasureSlot = {
    kind: 'taken',
    dataset: below.name,
    field: measure === null ? null : fieldOf(below, measure),
    of: fieldOf(dataset, field),
  }
  const alive = and(countedRows(limit, ontology))
  const what =
    measure === null ? `The number of ${below.label}` : `The sum of ${measure.label} of ${below.label}`
  const notes: readonly Note[] = [
    ...frame.notes,
    {
      about: 'what counts',
      says: `${what} in percent of “${field.label}”. ${dataset.label} without any are not shown.`,
      changesNumbers: true,
    },
  ]
  return {
    ...emptyFrame,
    measures: [slot],
    groups: [{ kind: 'thing', dataset: dataset.name }],
    filters: [
      ...frame.filters,
      ...(alive === null ? [] : [{ key: `of ${below.name}`, condition: alive }]),
      ...(isRank ? stillOpen(limit, frame, ontology, context) : []),
    ],
    time: frame.time,
    moment: frame.moment,
    isTimeInside: frame.isTimeInside,
    rank: { direction: 'desc', limit: isRank ? 1 : null, isAlone: false },
    notes,
  }
}

/** What is closest to its limit has not reached it, and is not over. */
function stillOpen(
  limit: Limit,
  { time }: Frame,
  ontology: Ontology,
  { now, timeZone }: ReadingContext,
): readonly FilterSlot[] {
  const isNot: Condition = { kind: 'not', of: reaching(limit, '>=', 1, ontology) }
  const open: FilterSlot = { key: `limit ${limit.field.name}`, condition: isNot }
  const moment = limit.kind === 'places' && time === null ? momentOf(limit.dataset.name, ontology) : null
  const field = limit.dataset.fields.find(({ name }) => name === moment?.field)
  const today = inZone(now, timeZone).slice(0, 10)
  if (moment === null || String(field?.statistics.max ?? '').slice(0, 10) < today) return [open]
  return [open, { key: 'still to come', condition: { kind: 'during', of: moment, start: today, end: null } }]
}
