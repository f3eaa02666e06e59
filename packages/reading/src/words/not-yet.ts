import { rewritten, type Idiom } from './idioms.ts'

/** "waiting to be picked up", "still need to be approved", "nobody has fetched them yet": what has not happened. Every other word keeps its place. */
export function withNotYet(question: string): string {
  return rewritten(question, nobody).replaceAll(waiting, (text) => 'not'.padEnd(text.length))
}

const waiting =
  /(?<![\p{L}-])(?:still )?(?:waiting|yet|still|left|remaining|remain|remains|(?:have|has) yet|needs?|still (?:have|has)) to (?:be|get)(?![\p{L}-])(?! (?:shipped|dispatched)(?![\p{L}-]))/giu

const nobody: readonly Idiom[] = [
  {
    pattern:
      /\b(?:(?:nobody|no one|no-one|noone)(?: has| have| had| ever| yet)*|not) +(\p{L}+(?:ed|en|ught|aid)) (?:them|it|those|these|that|any of them)(?: (up|back|off|over|down)\b)?(?: yet)?/giu,
    plain: 'not $1 $2',
  },
]
