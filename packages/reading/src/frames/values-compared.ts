import type { Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import type { Frame, Note } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { inOneLine } from '../words/plain-text.ts'
import type { ReadHead } from './clause-reading.ts'
import { splitByValues, valuesNamed } from './split-by-values.ts'

/**
 * "compare revenue of North and South last year", "sales in North vs South", "what share of sales is tea and what is coffee": what is
 * measured, for each of the named values. Null for another question.
 */
export function readValuesCompared(
  question: string,
  ontology: Ontology,
  _: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = inOneLine(question)
  const asked = cues.test(text) ? listIn(text, ontology) : null
  const cut = asked === null ? null : headOf(text, asked)
  if (asked === null || cut === null || cut.head === '') return null
  const frame = readHead(cut.head)
  if (frame === null || frame.rank !== null || frame.share !== null) return null
  const split = splitByValues(`split by ${asked.pieces.join(', ')}`, frame, ontology)
  const each = split?.groups.at(-1)
  if (split === null || each === undefined) return null
  const { also: _also, ...plain } = split
  const made: Frame = { ...plain, groups: [...frame.groups, each] }
  if (cut.share === null) return made
  return withShareOfAll(made, split, frame, cut.share, ontology)
}

/** A share is that of the whole: of values that are not named too. */
function withShareOfAll(
  made: Frame,
  split: Frame,
  frame: Frame,
  { isOfEach }: ShareAsked,
  ontology: Ontology,
): Frame | null {
  const isAll = split.filters.length === frame.filters.length
  // "what share is tea and coffee" may be that of both together.
  if (!isAll && !isOfEach) return null
  const group = made.groups.at(-1)
  const fields = ontology.datasets.flatMap((dataset) =>
    dataset.fields.filter((field) => {
      const ref = fieldRef(dataset, field)
      return group?.kind === 'field' && ref.dataset === group.field.dataset && ref.field === group.field.field
    }),
  )
  const says = `The share of each ${fields[0]?.label ?? 'value'} in all of them is shown.`
  const note: Note = { about: shareOfEach, says, changesNumbers: false }
  return {
    ...made,
    filters: frame.filters,
    share: 'percent',
    notes: [...made.notes, note],
  }
}

/** What a note is about that tells of the shares of several values. */
export const shareOfEach = 'share of each value'

const share = '(?:share|part|percentage|percent|proportion|fraction|%)'
const cues = new RegExp(
  String.raw`\b(?:compar\w+|vs\.?|versus|split|divided?|break\w*|broken)(?= |$)|(?:^|\s)${share} of `,
  'iu',
)
const joint =
  /\s*(?:,(?:\s*(?:and|or|&))?|\s(?:and|or|&|vs\.?|versus|with|to|against|compared (?:to|with)))\s+(?:(?:the|our|in|at|of|by|from|through|for|which (?:is|are)|what (?:is|are|comes? from|goes through)|what (?:share|part|percentage|proportion|%) (?:is|are|comes? from|goes through)|how much (?:is|are|comes? from|goes through))\s+)*/giu

interface Listed {
  readonly start: number
  readonly end: number
  readonly pieces: readonly string[]
  /** What stands between them. */
  readonly joints: readonly string[]
}

/** The longest list of values of one field. */
function listIn(text: string, ontology: Ontology): Listed | null {
  const joints = [...text.matchAll(joint)].map((one) => ({
    start: one.index,
    end: one.index + one[0].length,
    text: one[0].toLowerCase(),
  }))
  const found = joints.flatMap((_, from): readonly Listed[] => {
    const list = listFrom(text, joints, from, ontology)
    return list === null ? [] : [list]
  })
  return found.toSorted((a, b) => b.pieces.length - a.pieces.length)[0] ?? null
}

interface Joint {
  readonly start: number
  readonly end: number
  readonly text: string
}

function listFrom(text: string, joints: readonly Joint[], from: number, ontology: Ontology): Listed | null {
  const first = joints[from]
  if (first === undefined) return null
  const before = text.slice(joints[from - 1]?.end ?? 0, first.start)
  const head = phrases(before, 'last').find((one) => fieldsOf(one, ontology).size > 0)
  if (head === undefined) return null
  let fields = fieldsOf(head, ontology)
  const pieces = [head]
  const said: string[] = []
  let end = first.start
  for (let at = from; at < joints.length; at++) {
    const one = joints[at]
    if (one === undefined || one.start !== end) break
    const rest = text.slice(one.end, joints[at + 1]?.start ?? text.length)
    const next = phrases(rest, 'first').find(
      (phrase) => sharedWith(fields, fieldsOf(phrase, ontology)).size > 0,
    )
    if (next === undefined) break
    fields = sharedWith(fields, fieldsOf(next, ontology))
    pieces.push(next)
    said.push(one.text)
    end = one.end + next.length
  }
  const start = first.start - head.length
  return pieces.length < 2 ? null : { start, end, pieces, joints: said }
}

/** The last or first words of a text, the longest phrase first. */
function phrases(text: string, which: 'first' | 'last'): readonly string[] {
  const starts = [...text.matchAll(/\S+/gu)]
  const longest = Math.min(mostWords, starts.length)
  return Array.from({ length: longest }, (_, i) => longest - i).map((many) => {
    const [first, last] =
      which === 'first' ? [starts[0], starts[many - 1]] : [starts.at(-many), starts.at(-1)]
    if (first === undefined || last === undefined) return ''
    return text.slice(first.index, last.index + last[0].length).replace(/[:;]$/u, '')
  })
}

const mostWords = 4

function fieldsOf(phrase: string, ontology: Ontology): ReadonlySet<string> {
  return new Set(
    valuesNamed(phrase, null, ontology).map(({ dataset, field }) => JSON.stringify([dataset, field])),
  )
}

function sharedWith(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => others.has(one)))
}

interface ShareAsked {
  /** "what is tea and what is coffee" */
  readonly isOfEach: boolean
}

interface Head {
  readonly head: string
  readonly share: ShareAsked | null
}

const asksShare = new RegExp(
  String.raw`^(?:what|which|how (?:much|big)(?: a)?)(?:'s| is| was| are| were)?(?: the| our| an?)* ${share} of (?:all |the |our )*(?<what>.+?) (?:is|are|was|were|comes?|came|goes|go|went|did|does|do|has|have)(?: (?:come|sold|bought|made|paid|booked|ordered|through|from|via|by|in|to|at|with|for|the|our))*$`,
  'iu',
)
const asksSplit =
  /^how (?:do|does|did|are|is|were|was) (?:the |our )*(?<what>.+?) (?:splits?|divided?|break down|broken down|distributed|spread|compared?)(?: up| out)?(?: (?:between|into|among|by|over|across|in|for|at|of|the|our|and))*$/iu
const orders =
  /^(?:please |can you |could you |show (?:me )?|give me )*(?:(?:compar(?:e|ing)|split(?: up)?|divide|break down|break)(?: |$)|(?:an? |the )?(?:comparison|split|breakdown) (?:of |between )?)(?:the |our )*/iu
const loose =
  /(?:\s|^)(?:(?:of|for|in|at|by|between|from|into|through|via|on|with|among|over|across|the|our|split|divided|broken down|compar\w+|and|did|do|does|was|were|is|are)(?:\s+|$))+$/iu

/** What is measured: the question without the values and the words that ask to compare. */
function headOf(text: string, { start, end, joints }: Listed): Head | null {
  const before = text.slice(0, start).trim()
  const after = text.slice(end).replace(/^\W+/u, '').trim()
  const tail = after.replace(
    /^(?:by|in|on|for|regarding|in terms of|side by side|each)(?:\s+(?:our|the))?\s+(?!\p{L}*\d|the last|the past|last|this|january|february|march|april|may|june|july|august|september|october|november|december|q\d)/iu,
    '',
  )
  const joinedBy = joints.join(' ')
  const part = asksShare.exec(before)?.groups?.['what']
  if (part !== undefined) {
    const isOfEach = /\b(?:what|how much|which)\b|\bvs\b|versus/u.test(joinedBy)
    return { head: `${part} ${tail}`.trim(), share: { isOfEach } }
  }
  if (/(?:^|\s)(?:share|percentage|proportion|fraction|percent|%) /iu.test(before)) return null
  const spread = asksSplit.exec(before)?.groups?.['what']
  if (spread !== undefined) return { head: `${spread} ${tail}`.trim(), share: null }
  const isCompared = orders.test(before) || /\bcompar\w+\b/iu.test(joinedBy)
  const isEach =
    isCompared || /\bvs\b|versus/u.test(joinedBy) || /\b(?:split|divided|broken down)\b/iu.test(before)
  // "from North to South" compares nothing.
  if (!isEach || (/\b(?:with|to|against)\b/u.test(joinedBy) && !isCompared)) return null
  const kept = before.replace(orders, '').replace(/\W+$/u, '').replace(loose, '')
  return { head: `${kept} ${tail}`.replaceAll(/\s+/g, ' ').trim(), share: null }
}
