import type { Ontology, Query } from '@quipu/query'
import type { Evidence, Reading } from '../plan/reading.ts'
import { findTimes } from '../time/find-times.ts'
import { datasetAt } from './nouns.ts'
import { readClause, type ClauseContext, type Resolver } from './follow-up-clauses.ts'

export interface FollowUpContext {
  readonly now: Date
  readonly timeZone: string
  readonly resolve: Resolver
  /** Restates the query. Without it, the change is appended to the previous turn's words. */
  readonly restate?: (query: Query) => string
}

const lead =
  /^(?:and then|and|but|also|now|then|ok(?:ay)?|so|please|what about|how about|and what about|and how about|same(?: thing| question)?(?: but)?|the same(?: but)?|instead|rather|next)\b[\s,:]*/i
const own =
  /^(?:how (?:many|much|long|old|often)|what(?:'s| is| are| was| were)|which|who|whose|when|where|why|list|give|find|tell|count|show|return|display|get|compare|is|are|do|does|did|has|have)\b/i
const asksInside = /\b(?:how many|how much|what (?:is|are|was|were)|which|show|list|find|give|tell|count)\b/i
const pointsBack = /\b(?:it|them|those|these)\b/i
const isShort =
  /^(?:show (?:only|just|by|as|the (?:top|bottom))\b|(?:show|give|list|get)(?: me| us)? (?:only |just )?(?:the )?(?:top|bottom) \S+$)/i
const clauseEdge = /\s*(?:,|;|\band then\b|\band\b|\bbut\b|\bthen\b)\s*/i
const opening =
  /^(?:by|per|for|in|from|only|just|top|bottom|first|last|best|worst|sort|sorted|order|ordered|rank|exclude|excluding|without|except|not|remove|drop|leave|ignore|as|limit|group|grouped|split|break|broken|daily|weekly|monthly|quarterly|yearly|annually|since|before|after|during|between|until|all|every|average|mean|median|maximum|minimum|reverse|reversed|highest|lowest|compared|versus|vs|use|take|this|previous|next|today|yesterday|the)\b/i

/** Assumptions that concern only the words of one turn. */
const ofItsTurn: ReadonlySet<string> = new Set([
  'time period',
  'follow-up',
  'meaning of the question',
  'words not understood',
])

/** Entry point: reads a follow-up such as "and by month?" as a change to the previous reading. Null when the question is complete in itself. */
export function continueReading(
  previous: Reading,
  question: string,
  ontology: Ontology,
  context: FollowUpContext,
): Reading | null {
  if (previous.query.combine !== null) return null
  const body = stripLead(question.trim().replace(/[?.!\s]+$/u, ''))
  if (body.words === '' || !(isFollowUp(body) || isFragment(body.words, ontology, context))) return null
  const clauses: ClauseContext = { ...context, ontology, isAddition: body.isAddition, hasLead: body.hasLead }
  const whole = readAll([body.words], previous.query, clauses)
  const patched =
    whole ??
    readAll(
      body.words
        .split(clauseEdge)
        .map((part) => stripLead(part).words)
        .filter(Boolean),
      previous.query,
      clauses,
    )
  if (!patched) return null
  // The slots say what was asked before; the next follow-up goes on from what is shown now.
  const { frame: _, ...rest } = previous
  return {
    ...rest,
    query: patched.query,
    evidence: evidenceOf(question, body.words, patched.meanings),
    assumptions: [
      ...previous.assumptions.filter(({ about }) => !ofItsTurn.has(about)),
      { about: 'follow-up', says: `Continued from: ${previous.restatement}.`, changesNumbers: false },
    ],
    unmatched: [],
    confidence: previous.confidence * 0.95,
    restatement: context.restate?.(patched.query) ?? [previous.restatement, ...patched.meanings].join(', '),
  }
}

interface Body {
  readonly words: string
  readonly hasLead: boolean
  /** "and", "also". */
  readonly isAddition: boolean
}

function stripLead(text: string): Body {
  let words = text
  let isAddition = false
  for (let match = lead.exec(words); match; match = lead.exec(words)) {
    isAddition ||= /^(?:and|also)\b/i.test(match[0])
    words = words.slice(match[0].length)
  }
  return { words, hasLead: words !== text, isAddition }
}

/** A complete question is a follow-up only when it refers back to what was shown. */
function isFollowUp({ words, hasLead }: Body): boolean {
  if (words.split(/\s+/).length > 14) return false
  if (own.test(words)) return pointsBack.test(words) || isShort.test(words)
  return hasLead || (opening.test(words) && !asksInside.test(words))
}

/** The words are only a time or a value: "March 2024?", "West?". */
function isFragment(words: string, ontology: Ontology, { now, timeZone, resolve }: FollowUpContext): boolean {
  if (words.split(/\s+/).length > 4 || own.test(words)) return false
  const [time] = findTimes(words, { now, timeZone, calendar: ontology.calendar })
  if (time && time.end - time.start === words.length) return true
  const isThing = words
    .split(/\s+/)
    .some((_, index, all) => datasetAt(all.slice(index).join(' '), ontology) !== null)
  return !isThing && resolve.expression(words) === null && resolve.condition(words) !== null
}

function readAll(
  parts: readonly string[],
  query: Query,
  context: ClauseContext,
): { query: Query; meanings: readonly string[] } | null {
  let current = query
  const meanings: string[] = []
  for (const part of parts) {
    const patched = readClause(part, current, context)
    if (!patched) return null
    current = patched.query
    meanings.push(patched.meaning)
  }
  return meanings.length > 0 ? { query: current, meanings } : null
}

function evidenceOf(question: string, words: string, meanings: readonly string[]): readonly Evidence[] {
  const start = question.indexOf(words)
  return [{ words, start, end: start + words.length, meaning: meanings.join(', ') }]
}
