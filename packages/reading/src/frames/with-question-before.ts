import type { Ontology } from '@quipu/query'
import type { Frame } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import type { Previous, ReadingContext } from '../plan/reading-context.ts'
import { plainFollowUp } from './follow-up-words.ts'
import { frameOfQuery } from './frame-of-query.ts'
import { readFrame, readingOf } from './read-frame.ts'

/** Reads a follow-up and the question before it as one question. Null unless all that was asked before is asked in it. */
export function withQuestionBefore(
  question: string,
  { question: asked, reading: before }: Previous,
  ontology: Ontology,
  context: ReadingContext,
  inPlainWords: (question: string) => string,
  readAlone: (question: string) => Reading | null,
): Reading | null {
  const known = before.frame ?? frameOfQuery(before.query, ontology)
  const part = partOf(question)
  if (known === null || part === null) return null
  const said = new Set([before.evidence[0]?.words ?? asked, inPlainWords(asked)])
  for (const text of [...said].flatMap((one) => joined(one, part))) {
    const made = readFrame(text, ontology, { ...context, previous: null })?.reading ?? readAlone(text)
    const frame = made === null ? null : (made.frame ?? frameOfQuery(made.query, ontology))
    if (made === null || frame === null || !goesFurther(frame, known, part.does)) continue
    const further = part.does === 'split' ? { ...known, ...dividedBy(frame) } : frame
    const shown = shownAs(further, question)
    const reading = shown === made.frame ? made : readingOf(shown, text, ontology)
    if (reading === null) continue
    const says = `Continued from: ${before.restatement}.`
    return {
      ...reading,
      assumptions: [...reading.assumptions, { about: 'follow-up', says, changesNumbers: false }],
    }
  }
  return null
}

/** Reads a follow-up and a question that was not answered as one question, which has a warning. Null where it is still not read. */
export function withUnanswered(
  question: string,
  asked: string,
  ontology: Ontology,
  context: ReadingContext,
): Reading | null {
  const part = partOf(question)
  if (part === null) return null
  for (const text of joined(asked, part)) {
    const made = readFrame(text, ontology, { ...context, previous: null })?.reading
    if (made?.frame === undefined || (part.does === 'split' && made.frame.groups.length === 0)) continue
    const says = `The question before was not answered. Both are read as one: “${text.replaceAll(/\s+/gu, ' ')}”.`
    const note = { about: 'question before', says, changesNumbers: true }
    return { ...made, assumptions: [...made.assumptions, note] }
  }
  return null
}

interface Part {
  readonly does: 'split' | 'narrow'
  readonly words: string
}

const lead = String.raw`^\W*(?:(?:and|but|so|ok|also) )*`
const split = new RegExp(String.raw`${lead}(?:split )?(?:by|per|for each|for every|in each) (.+)$`, 'iu')
const those = '(?:those|them|these|that|it|the ones?)'
const ofThose = new RegExp(
  String.raw`${lead}(?:which|who|how many|how much)(?: ones?)?(?: of ${those})? ((?:(?:still |already )?(?:have|has|had|are|is|were|was|do|does|did|come|came|go|went|need|got)|every|with|without|from|in|at|on|for|over|under|above|below|more|less)\b.+)$`,
  'iu',
)
const only = new RegExp(
  String.raw`${lead}(?:only|just)(?: the| those| these)?(?: ones?)? (?:(?:that|which|who)(?= ))?(.+?)(?: ones?)?$`,
  'iu',
)
const withOrNot = new RegExp(String.raw`${lead}((?:without|with(?: no)?|from) .+)$`, 'iu')

/** What the follow-up adds. Null for another question. */
function partOf(question: string): Part | null {
  const text = plainFollowUp(question)
    .replaceAll(/\b(?:yet|still|already|so far)\b/giu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const by = split.exec(text)?.[1]
  if (by !== undefined) return { does: 'split', words: by }
  const more = ofThose.exec(text)?.[1] ?? only.exec(text)?.[1] ?? withOrNot.exec(text)?.[1]
  return more === undefined ? null : { does: 'narrow', words: more.trim() }
}

/** The question before with the part at the places where people put it. */
function joined(before: string, { does, words }: Part): readonly string[] {
  const asked = before.trim().replace(/[\s?.!]+$/u, '')
  if (does === 'split') return [`${asked} by ${words}`]
  const plain = words.replace(/^(?:are|is|were|was) /iu, '')
  const head = asked.replace(counted, (start) => `${start}${plain} `)
  return [
    `${asked} that ${words}`,
    `${asked} and ${plain}`,
    `${asked} ${plain}`,
    ...(head === asked ? [] : [head]),
  ]
}

const counted = /^\W*(?:how many|number of|which|what|show me|list) (?=\p{L})/iu

/** Whether the slots hold all of the ones before, and one more. */
function goesFurther(frame: Frame, before: Frame, does: Part['does']): boolean {
  const has = (list: readonly unknown[]): ReadonlySet<string> =>
    new Set(list.map((one) => JSON.stringify(one)))
  const conditions = has(frame.filters.map(({ condition }) => condition))
  const isKept =
    before.filters.every(({ condition }) => conditions.has(JSON.stringify(condition))) &&
    JSON.stringify(frame.time) === JSON.stringify(before.time) &&
    JSON.stringify(frame.rank) === JSON.stringify(before.rank) &&
    frame.against === null &&
    before.against === null
  const isSame =
    JSON.stringify(frame.measures) === JSON.stringify(before.measures) && frame.subject === before.subject
  const isCounted =
    before.measures.length === 0 &&
    frame.measures.length === 1 &&
    frame.measures[0]?.kind === 'count' &&
    frame.measures[0].dataset === before.subject
  if (!isKept || !(isSame || (does === 'split' && isCounted))) return false
  const groups = has(before.groups)
  const added = frame.groups.filter((one) => !groups.has(JSON.stringify(one)))
  return does === 'split'
    ? added.length > 0
    : added.length === 0 && frame.filters.length > before.filters.length
}

function dividedBy({ measures, groups }: Frame): Pick<Frame, 'subject' | 'measures' | 'groups'> {
  return { subject: null, measures, groups }
}

/** "which of those" lists rows, "how many of those" counts them. */
function shownAs(frame: Frame, question: string): Frame {
  const [slot, ...more] = frame.measures
  if (more.length > 0 || frame.groups.length > 0) return frame
  if (slot?.kind === 'count' && new RegExp(`${lead}(?:which|who)\\b`, 'iu').test(question))
    return { ...frame, subject: slot.dataset, measures: [] }
  if (slot === undefined && frame.subject !== null && new RegExp(`${lead}how many\\b`, 'iu').test(question))
    return { ...frame, subject: null, measures: [{ kind: 'count', dataset: frame.subject }] }
  return frame
}
