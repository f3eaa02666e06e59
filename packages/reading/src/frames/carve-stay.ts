import { inSmallLetters } from '../words/plain-text.ts'
import type { SpanUnit } from '../plan/frame.ts'

/** A question for how long something lasts, cut into what lasts and what narrows or divides it. */
export interface Stay {
  /** "a repair", "members". Null for whoever comes. */
  readonly head: string | null
  /** "this year per site". */
  readonly rest: string
  /** Null where the question leaves it open. */
  readonly unit: SpanUnit | null
  /** "take": from the beginning of a row until it is done. Otherwise until somebody leaves. */
  readonly isTaking: boolean
}

const units = '(minute|hour|day|week|month|year)s?'
const average = '(?:average|avg|mean|typical|usual)'
const opening = String.raw`^(?:on average,? )?(?:what(?:'s| is| was| are) )?(?:the |our |their )*`
const usually = String.raw`(?:on average|in average|usually|typically|normally|generally|in general|as a rule|on the whole)`

/** "how long do members stay with us", "how many days does a repair take". */
const asked = new RegExp(
  String.raw`^(?:on average,? )?(?:how long|how many ${units}|how much time)(?: ${usually})? (?:do|does|did|will|have|has|had) (.+?) (stay|stays|stayed|remain|remained|spend|spent|take|takes|took|last|lasts|lasted|run|been here|been in)\b(?! to\b)(.*)$`,
)
/** "how long is a booking on average". */
const being = new RegExp(
  String.raw`^(?:on average,? )?(?:how long|how many ${units}(?: long)?) (?:is|are|was|were) (.+?) ${usually}(.*)$`,
)
/** "average length of a visit this month", "average stay". */
const lengthOf = new RegExp(
  String.raw`${opening}${average} (?:length|duration|time spent|length of time) (?:of|for|per) (.+?)((?: (?:in|by|per|for|this|last|since|at|on|during|of)\b.*)?)$`,
)
/** "average membership length in months". */
const named = new RegExp(String.raw`${opening}${average} (.+?) (?:length|duration)\b(.*)$`)
/** "average days in the workshop per job type". */
const inside = new RegExp(
  String.raw`${opening}${average} (?:number of )?(?:time|${units}|stay)(?: (?:spent )?(?:in|at|inside|with) (?:the |our )?(?:building|workshop|shop|garage|house|office|studio|premises|place|clinic|kennel|store|us|yard|hall|gym|centre|center))((?: .*)?)$`,
)

/** A question for the time between two events, or until one. */
export interface Between {
  /** Null where only the end is named: "delivery time". */
  readonly from: string | null
  readonly to: string
  readonly rest: string
  readonly unit: SpanUnit | null
}

const between = new RegExp(
  String.raw`^(?:on average,? )?(?:how long|how many ${units}|how much time|${opening.slice(1)}${average} (?:time|number of ${units}|${units}))(?: ${usually})?(?: (?:is|are|does|do|did|was|it|take|takes|took|pass|passes|go by|there))*(?: .{0,30}?)? (?:from|between) (.+?) (?:to|until|till|and) (.+?)((?:,? (?:on average|by|per|for|in|of|this|last|since|during)\b.*)?)$`,
)
const until = new RegExp(
  String.raw`(?:${opening}${average} (\p{L}+) times?|^(?:on average,? )?(?:how long|how many ${units}) (?:do|does|did) (?:an? |the |our )?(\p{L}+) takes?)\b(?! (?:to|from)\b)(.*)$`,
  'u',
)

export function carveBetween(question: string): Between | null {
  const text = plainOf(question)
  const found = between.exec(text)
  if (found !== null) {
    const stay = stayOf('', found[6] ?? '', found[1] ?? found[2] ?? found[3])
    return { ...stay, from: found[4] ?? '', to: found[5] ?? '' }
  }
  const single = until.exec(text)
  return single === null
    ? null
    : { ...stayOf('', single[4] ?? '', single[2]), from: null, to: single[1] ?? single[3] ?? '' }
}

function plainOf(question: string): string {
  return inSmallLetters(question)
}

export function carveStay(question: string): Stay | null {
  const text = plainOf(question)
  const one = asked.exec(text)
  if (one !== null) return stayOf(one[2] ?? '', one[4] ?? '', one[1], /^(?:take|took)/.test(one[3] ?? ''))
  const still = being.exec(text)
  if (still !== null) return stayOf(still[2] ?? '', still[3] ?? '', still[1])
  const length = lengthOf.exec(text) ?? named.exec(text)
  if (length !== null) return stayOf(length[1] ?? '', length[2] ?? '', undefined)
  const within = inside.exec(text)
  return within === null ? null : stayOf('', within[2] ?? '', within[1])
}

const whoever =
  /^(?:people|persons|a person|someone|somebody|they|everybody|folks|visitors|a visitor|guests|we|it|stay|stays|a stay|visit|visits|a visit|)$/
const said = new RegExp(
  String.raw`,? ?\b(?:${usually}|with us|here|in here|at ours|for us|around|altogether|each time|at a time|per (?:visit|stay|time|go))\b`,
  'g',
)
/** Only what has ended has a length. */
const gone =
  /,? ?\b(?:(?:of|for|among) (?:those|people|the ones) (?:who|that)|(?:those|people) who|who|that|before they|until they|when they) (?:have |has |had )?(?:left|leave|quit|cancelled|cancel|ended|gone|went)\b(?: us| again| already)*/

function stayOf(head: string, after: string, counted: string | undefined, isTaking = false): Stay {
  const inUnit = new RegExp(String.raw`,? \bin (?:whole )?${units}\b`).exec(after)
  const rest = (inUnit === null ? after : after.replace(inUnit[0], ' '))
    .replace(gone, ' ')
    .replaceAll(said, ' ')
    .replaceAll(/[,;]+\s*$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const thing = head
    .replace(gone, ' ')
    .replaceAll(said, ' ')
    .replace(/^(?:an?|the|our|each|every|one|most|all|all our|all the) /, '')
    .trim()
  const unit = inUnit?.[1] ?? counted
  return {
    head: whoever.test(thing) ? null : thing,
    rest,
    // Safe: the patterns name these units alone.
    unit: unit === undefined ? null : (unit as SpanUnit),
    isTaking,
  }
}
