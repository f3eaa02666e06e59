import { rewritten, type Idiom } from './idioms.ts'

/** Says as "how long", "how many days" or "hours worked" what is asked about a time in other words. Every other word keeps its place. */
export function asTimeTaken(question: string): string {
  const unit = isLong.test(question) ? inUnit.exec(question) : null
  const named =
    unit === null
      ? question
      : question
          .replace(inUnit, '')
          .replace(/\bhow (?:long|fast|quickly|quick|soon)\b/i, `how many ${unit[1]}`)
  return rewritten(named, timeTaken)
}

const isLong = /\bhow (?:long|fast|quickly|quick|soon)\b/i
/** "how long does it take, in days" */
const inUnit = /,? (?:in|counted in|measured in) (?:whole )?(minutes|hours|days|weeks|months)\b(?= *[?.!]*$)/i
const long = String.raw`\bhow (?:long|fast|quickly|quick|soon|many (?:minutes|hours|days))`
const article = '(?:an? |the |our |each |every |my )?'

const everybody = '(?:people|customers|clients|guests|members|patients|we|they|you|everyone|most people)'

const timeTaken: readonly Idiom[] = [
  // "how old are our members on average"
  {
    pattern:
      /\bhow old (?:are|is) ((?:the |our |an? |my )?(?:average |typical )?\p{L}+(?: \p{L}+)?),? (?:on average|in the mean|typically|usually)(?=\W*$)/giu,
    plain: 'average age of $1',
  },
  // "how many days before the event do people book"
  {
    pattern: new RegExp(
      String.raw`\b(how (?:long|many (?:minutes|hours|days|weeks|months))|how far (?:ahead|in advance))(?: in advance)? (?:before|ahead of|(?<=\badvance )of) (?:the |an? |their |our )?(\p{L}+) (?:do|does|did|are|is|were|was) (?:our )?${everybody} (\p{L}+)`,
      'giu',
    ),
    plain: '$1 from $3 to the $2',
  },
  // "how many days do customers wait from order to delivery"
  {
    pattern: new RegExp(
      String.raw`\b(how (?:long|many (?:minutes|hours|days|weeks|months))) (?:do|does|did|must|have) (?:our |the )?${everybody}(?: have)?(?: to)? wait(?:ed)? (?=(?:from|between)\b)`,
      'giu',
    ),
    plain: '$1 ',
  },
  // "average days to get a repair done", "the mean number of days until it is paid"
  {
    pattern:
      /\b(?:average|avg|mean|typical) (?:number of )?(minutes|hours|days|weeks|months)(?: (?:it takes|needed|taken|we take|we need))?(?: us)? (?=(?:to|until|till|from|between|before|for us to)\b)/giu,
    plain: 'how many $1 ',
  },
  {
    pattern:
      /\b(?:average|avg|mean|typical) time(?: (?:it takes|needed|taken|we take|we need))?(?: us)? (?=(?:to|until|till|for us to)\b)/giu,
    plain: 'how long ',
  },
  // "how long does it take us to get to a fault"
  {
    pattern: new RegExp(
      String.raw`(?<=${long}\b.*) (?:get|come|be|come out|get out|go) (?:to|at|with)(?= ${article}\p{L})`,
      'giu',
    ),
    plain: ' arrive at',
  },
  { pattern: new RegExp(String.raw`(?<=${long}\b.*) reach(?= ${article}\p{L})`, 'giu'), plain: ' arrive at' },
  // "hours on site per fitter", "time spent on the job"
  {
    pattern:
      /\bhow many hours (did|do|does|have|has|had) (.{2,40}?) (?:spend|spent|been|be|were|was) (?:on[ -]site|on the job|at work|out on jobs|in the field)\b/giu,
    plain: 'how many hours $1 $2 work',
  },
  {
    pattern:
      /(?<!how many )(?<!average )(?:\b(?:total|number of) )?\b(?:hours|time)(?: spent)? (?:on[ -]site|on the job|at work|out on jobs|in the field)\b/giu,
    plain: 'how many hours worked',
  },
  {
    pattern:
      /\b(?:average|avg|mean) (?:time|hours)(?: spent)? (?:on[ -]site|on the job|at work)(?: (?:per|for each|for an?) (?=\p{L}+$))?/giu,
    plain: 'average length of ',
  },
]
