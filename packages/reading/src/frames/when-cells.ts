import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'

/** Which of several times is asked for. */
export type Edge = 'last' | 'first' | 'next'

const edges: Readonly<Record<string, Edge>> = {
  last: 'last',
  'most recently': 'last',
  lately: 'last',
  first: 'first',
  start: 'first',
  started: 'first',
  begin: 'first',
  next: 'next',
}
/** Words that say no more than that something takes place. */
const happens = /^(?:come|comes|coming|came|visit|visits|visited|here|in|back)$/

/** "when did we last …", "when is … coming next": the words that ask for the last, the first or the next time. */
export function addWhen(tokens: readonly Token[], span: (from: number, to: number) => Open): void {
  const [first] = tokens
  if (first?.lower !== 'when' || !/^(?:did|was|were|is|are|have|has|does|do)$/.test(tokens[1]?.lower ?? ''))
    return
  const at = tokens.findIndex(
    ({ lower }, place) =>
      place > 1 &&
      lower in edges &&
      !/^(?:day|week|month|quarter|year)s?$/.test(tokens[place + 1]?.lower ?? ''),
  )
  const edge = edges[tokens[at]?.lower ?? '']
  if (edge === undefined) return
  const asked = span(0, 2)
  asked.role = { does: 'skip' }
  asked.worth = 3
  const cell = span(at, at + 1)
  cell.role = { does: 'edge', edge }
  cell.nouns = []
  cell.values = []
  cell.worth = 1.3
  tokens.forEach(({ lower }, place) => {
    if (edge === 'first' || !happens.test(lower) || Math.abs(place - at) !== 1) return
    const word = span(place, place + 1)
    word.role = { does: 'skip' }
    word.events = []
    word.worth = Math.max(word.worth, 1)
  })
}
