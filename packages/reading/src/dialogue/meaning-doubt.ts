import type { Evidence, Reading } from '../plan/reading.ts'
import type { Doubt } from './doubt.ts'
import { isSame } from '../restate/fields.ts'

export interface MeaningDoubtOptions {
  /** Whether another reading is as good as the best one. Default: scores within 3 %. */
  readonly isNear?: (best: Reading, other: Reading) => boolean
}

/** Entry point: finds where the best readings differ. Each suggestion stands for one of them. `readings` are best first. */
export function meaningDoubt(readings: readonly Reading[], options: MeaningDoubtOptions = {}): Doubt | null {
  const [best, ...near] = nearReadings(readings, options)
  if (!best) return null
  const rival = near[0]
  if (!rival) return null
  const words = partedWords(best, rival)
  const options_ = optionsOf(readings, [best, ...near], words)
  if (options_.length < 2) return null
  const label = words === null ? 'Meaning' : `Meaning of ${words.toLowerCase()}`
  const span = words === null ? null : (best.evidence.find((evidence) => evidence.words === words) ?? null)
  return {
    asks: {
      label,
      why: 'meaning',
      question: words === null ? 'Which of these do you mean?' : `What do you mean by '${words}'?`,
      suggestions: options_.map(({ text }) => text),
    },
    setting: null,
    weight: 1,
    span,
    resolve: (answer) => {
      const index = pick(answer, options_)
      return index === null ? null : { kind: 'reading', index }
    },
    otherwise: {
      effect: { kind: 'reading', index: readings.indexOf(best) },
      says: words === null ? `Taken as ${best.restatement}.` : `“${words}” is taken as ${options_[0]?.text}.`,
    },
  }
}

/** The best reading, and those that are as good and give a different query. */
export function nearReadings(readings: readonly Reading[], options: MeaningDoubtOptions): readonly Reading[] {
  const [best, ...others] = readings
  const isNear = options.isNear ?? nearScore
  return best
    ? [best, ...others.filter((other) => isNear(best, other) && !isSame(other.query, best.query))]
    : []
}

interface Option {
  readonly text: string
  /** The position among the given readings. */
  readonly index: number
}

function nearScore(best: Reading, other: Reading): boolean {
  return best.score - other.score <= Math.abs(best.score) * 0.03
}

/** The first words that have different meanings in the two readings. */
function partedWords(best: Reading, rival: Reading): string | null {
  const parted = best.evidence.find((mine) => {
    const theirs = at(rival, mine)
    return theirs !== undefined && theirs.meaning !== mine.meaning
  })
  return parted?.words ?? null
}

function at(reading: Reading, { start, end }: Evidence): Evidence | undefined {
  return reading.evidence.find((evidence) => evidence.start === start && evidence.end === end)
}

/** Labels each option by the meaning of the words, or by the whole restatement where that is not distinct. */
function optionsOf(
  readings: readonly Reading[],
  near: readonly Reading[],
  words: string | null,
): readonly Option[] {
  const by = (text: (reading: Reading) => string | undefined): readonly Option[] => {
    const options = new Map<string, Option>()
    for (const reading of near) {
      const label = text(reading)?.replaceAll('[', '(').replaceAll(']', ')')
      if (label !== undefined && !options.has(label.toLowerCase()))
        options.set(label.toLowerCase(), { text: label, index: readings.indexOf(reading) })
    }
    return [...options.values()].slice(0, 4)
  }
  const meanings =
    words === null
      ? []
      : by((reading) => reading.evidence.find((evidence) => evidence.words === words)?.meaning)
  return meanings.length > 1 ? meanings : by((reading) => reading.restatement)
}

/** Matches the option itself, its number, or words that occur in only one option. */
function pick(answer: string, options: readonly Option[]): number | null {
  const wanted = answer.trim().toLowerCase()
  if (wanted === '') return null
  const exact = options.find(({ text }) => text.toLowerCase() === wanted)
  if (exact) return exact.index
  const counted = /^(?:option\s+|the\s+)?(?:(\d)|(first|second|third|fourth))(?:\s+one)?$/.exec(wanted)
  if (counted) {
    const place =
      counted[1] === undefined
        ? ['first', 'second', 'third', 'fourth'].indexOf(counted[2] ?? '')
        : Number(counted[1]) - 1
    return options[place]?.index ?? null
  }
  const holding = options.filter(({ text }) =>
    wanted.split(/\s+/).every((word) => text.toLowerCase().includes(word)),
  )
  return holding.length === 1 ? (holding[0]?.index ?? null) : null
}
