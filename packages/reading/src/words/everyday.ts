import { rewritten, type Idiom } from './idioms.ts'

/** Says in plain words what people say every day about busy times, parts of a whole and what is not done. Every other word keeps its place. */
export function inUsualWords(question: string): string {
  return rewritten(question, everyday)
}

const busy = '(?:the )?(busiest|quietest|slowest|calmest|most busy|least busy|most quiet)'
const whenever = String.raw`\bwhen (?:are|is|were|was|do|does)(?: we| it| things| the \p{L}+| our \p{L}+)?(?: get| getting)? ${busy}\b`
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

const everyday: readonly Idiom[] = [
  // "when are we busiest, which hour": the unit is said.
  {
    pattern: new RegExp(
      String.raw`${whenever}(?=.*\b(?:hours?|days?|weekdays?|weeks?|months?|what time|time of day)\b)`,
      'giu',
    ),
    plain: '$1',
  },
  // "when are we busiest on saturdays"
  { pattern: new RegExp(String.raw`${whenever}(?=.*\b${weekday}\b)`, 'giu'), plain: 'what time is $1' },
  { pattern: /\b(?:peak|rush|busy|busiest) (hour|time)s?\b/giu, plain: 'busiest hour' },
  { pattern: /\b(?:quiet|dead|slow|quietest) (hour|time)s?\b/giu, plain: 'quietest hour' },
  { pattern: /\b(?:peak|busy) days?\b(?! of\b)/giu, plain: 'busiest weekday' },
  { pattern: /\b(?:quiet|dead|slow) days?\b(?! of\b)/giu, plain: 'quietest weekday' },
  { pattern: /\bmost busy\b/giu, plain: 'busiest' },
  { pattern: /\bmost quiet\b/giu, plain: 'quietest' },
  // "average basket", "basket size"
  {
    pattern: /\b(?:(average|avg|mean) )?(?:shopping )?basket(?: size| value)?(?! \p{L}+ing\b)/giu,
    plain: 'average sale value',
  },
  // "how many % of orders", "how many percent of the orders"
  { pattern: /\bhow many (?:%|percent|per cent|pct\.?)(?= of\b)/giu, plain: 'what percentage' },
  { pattern: /\b(?:what|which) part of (?=(?:our|the|all|my|total) )/giu, plain: 'what share of ' },
  // "cancelled orders in percent of all orders"
  {
    pattern:
      /^\W*(\p{L}+) (\p{L}+) (?:in|as) (?:a )?(?:percent|percentage|%|per cent) of (?:all |the |total )*\2\b/giu,
    plain: 'what percentage of $2 are $1',
  },
  // "out of all orders how many were cancelled in percent"
  {
    pattern:
      /\b(?:out )?of (?:all )?(?:our |the )?(\p{L}+),? how many ((?:are|is|were|was|have|has|got|get) .+?) (?:in percent|in %|as a percentage|percentage ?wise)\b/giu,
    plain: 'what percentage of $1 $2',
  },
]
