import { periodWords } from '@quipu/query'
import type { ClarificationQuestion } from '../plan/plan.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { Doubt, Effect, Settled } from './doubt.ts'

const mostQuestions = 3

export interface Settlement {
  /** At most 3, in order of their effect on the result. Empty when all is settled. */
  readonly questions: readonly ClarificationQuestion[]
  readonly settled: readonly Settled[]
}

/** Entry point: settles doubts with answers, settings, choices and `proceed`, and returns what is left to ask. */
export function settle(
  doubts: readonly Doubt[],
  context: Pick<ReadingContext, 'answers' | 'preferences' | 'proceed'>,
): Settlement {
  const settled: Settled[] = []
  const open: { weight: number; asks: ClarificationQuestion }[] = []
  const ranked = doubts.toSorted((a, b) => b.weight - a.weight)
  for (const doubt of ranked) {
    const answer = answerTo(doubt.asks, context.answers)
    const known = byAnswer(doubt, answer) ?? byPreference(doubt, context)
    if (known) settled.push(known)
    else if (context.proceed) settled.push(byDefault(doubt))
    else
      open.push({ weight: doubt.weight, asks: answer === null ? doubt.asks : askAgain(doubt.asks, answer) })
  }
  return { questions: open.slice(0, mostQuestions).map(({ asks }) => asks), settled }
}

/** Labels and questions are compared by their letters and digits only. */
function answerTo(
  asks: Pick<ClarificationQuestion, 'label' | 'question'>,
  answers: Readonly<Record<string, string>>,
): string | null {
  const wanted = new Set([fold(asks.label), fold(asks.question)])
  const found = Object.entries(answers).find(([label]) => wanted.has(fold(label)))
  return found ? found[1] : null
}

function byAnswer(doubt: Doubt, answer: string | null): Settled | null {
  const effect = answer === null ? null : doubt.resolve(answer)
  return effect ? { doubt, effect, assumption: null } : null
}

function byPreference(doubt: Doubt, context: Pick<ReadingContext, 'preferences'>): Settled | null {
  const { preferences } = context
  const chosen = answerTo(doubt.asks, preferences.choices)
  const words = chosen ?? settingOf(doubt, context)
  const effect = words === null ? null : doubt.resolve(words)
  if (words === null || !effect) return null
  const from = chosen === null ? 'your settings' : 'an earlier choice of yours'
  const assumption = assume(doubt, `${doubt.asks.label}: ${words}, from ${from}.`, false)
  return { doubt, effect, assumption: { ...assumption, isSettled: true } }
}

function settingOf(doubt: Doubt, { preferences }: Pick<ReadingContext, 'preferences'>): string | null {
  if (doubt.setting === 'defaultTimePeriod' && preferences.defaultTimePeriod !== null) {
    return periodWords(preferences.defaultTimePeriod)
  }
  if (doubt.setting === 'highValueThreshold' && preferences.highValueThreshold !== null) {
    return `> ${preferences.highValueThreshold}`
  }
  return null
}

function byDefault(doubt: Doubt): Settled {
  const effect: Effect = doubt.otherwise.effect
  return { doubt, effect, assumption: assume(doubt, doubt.otherwise.says, true) }
}

function assume(doubt: Doubt, says: string, changesNumbers: boolean): NonNullable<Settled['assumption']> {
  return { about: doubt.asks.label.toLowerCase(), says, changesNumbers }
}

function askAgain(asks: ClarificationQuestion, answer: string): ClarificationQuestion {
  const shown = answer.length > 60 ? `${answer.slice(0, 60)}…` : answer
  return { ...asks, question: `“${shown}” could not be used as an answer. ${asks.question}` }
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
