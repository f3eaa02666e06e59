import { rewritten, type Idiom } from './idioms.ts'

/** Says in plain words what people say every day about busy times, parts of a whole and what is not done. Every other word keeps its place. */
export function inUsualWords(question: string): string {
  return rewritten(question, everyday)
}

const busy = '(?:the )?(busiest|quietest|slowest|calmest|most busy|least busy|most quiet)'
const whenever = String.raw`\bwhen (?:are|is|were|was|do|does)(?: we| it| things| the \p{L}+| our \p{L}+)?(?: get| getting)? ${busy}\b`
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

const everyday: readonly Idiom[] = [
  // "sent back": the small word turns the verb round, so it is not left out.
  {
    pattern: /\b(?:sent|brought|shipped|posted|mailed|handed) back\b(?! (?:the )?most\b)/giu,
    plain: 'returned',
  },
  { pattern: /\b(?:send|bring|ship|post|mail|hand)(s?) back\b(?! (?:the )?most\b)/giu, plain: 'return$1' },
  // "who logged the most billable hours", "how many hours did Ann log"
  {
    pattern: /\blog(?:ged|s)?(?= (?:the most |the fewest |the least |any |no |more )?(?:\p{L}+ )?hours\b)/giu,
    plain: 'worked',
  },
  { pattern: /(?<=\bhours (?:did|do|does|has|have) .{2,40} )log(?:ged)?\b/giu, plain: 'work' },
  // "what share of sales goes without a card"
  { pattern: /\b(?:goes|go|went) without\b/giu, plain: 'are without' },
  // "do we sell more on fridays or saturdays"
  {
    pattern: new RegExp(
      String.raw`\b(?:do|did) we (?:sell|take|make|earn|turn over) more on (${weekday}) or (?:on )?(${weekday})`,
      'giu',
    ),
    plain: 'revenue on $1 versus $2',
  },
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
    pattern: /\b(?:(average|avg|mean) )?(?:shopping )?basket(?: size| value)?\b(?! \p{L}+ing\b)/giu,
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
  // "how fast do we give a first answer"
  {
    pattern:
      /\bhow (?:fast|quickly|quick|soon|long) (?:do|does|did|is|are) (?:we|it take us|it take|they|the team|support)(?: to)? (?:give|send|write|make|get|get out|provide) (?:an? |the |our |their )?(?:(first|initial) )?(?:answer|reply|response)s?\b/giu,
    plain: 'average $1 response time',
  },
  // "crime vs fantasy, which sold better"
  {
    pattern:
      /(?<=\b(?:vs\.?|versus|or|against) .{1,40}),? (?:which|what)(?: one| of them| of the two)? (?:sold|sells|sell|did|does|is doing|performed|performs) (?:better|best|more|worse)\b/giu,
    plain: ' sales',
  },
  // "orders that came in over the last 7 days"
  { pattern: /\bover (?=the (?:last|past|previous) )/giu, plain: 'in ' },
  // "products we don't list anymore"
  {
    pattern:
      /\b(?:that |which )?(?:we )?(?:(?:do not|don't|dont) (list|stock|offer)(?= (?:any ?more|any longer))|no longer (list|stock|offer))\b(?: (?:any ?more|any longer))?/giu,
    plain: 'not $1$2ed',
  },
  // "which room gets booked the most often"
  {
    pattern:
      /\b(gets?|got|is|are|was|were|been) (sold|booked|rented|hired|ordered|bought|used|requested)(?: out)? the (most|least)(?: often| frequently)?\b/giu,
    plain: '$1 $2 $3',
  },
  // "which menu goes best"
  { pattern: /\b(?:goes|go|went|runs|ran|going|moves|moved|flies) best\b/giu, plain: 'sold best' },
  // "how many people work in each shop"
  { pattern: /\bwork(?:s|ing)? (?:in|at|for) (?=(?:each|every)\b)/giu, plain: 'are employed at ' },
  // "how many had to be repaired"
  { pattern: /(?<!\bstill )\b(?:had|have|has|needed) to be (?=\p{L}+ed\b)/giu, plain: 'were ' },
  // "lab work that should be back by now but isn't"
  {
    pattern:
      /\b(?:that |which )?should be (?:back|here|in|ready|done|finished|delivered|with us)(?: (?:by now|already|by this time))(?:,? but (?:(?:is|are|was|were|has|have)(?: not|n't)|\p{L}+n't)(?: (?:back|here|yet))?)?/giu,
    plain: 'that are overdue',
  },
  // "what is still out and should have been back already"
  {
    pattern:
      /\b(?:still out|not back(?: yet)?|out),? (?:and|but|though) (?:should (?:be|have been)|ought to be|ought to have been|(?:was|were|is|are) (?:due|meant to be|supposed to be)|overdue)(?: (?:back|in|here|returned))?(?: (?:by now|already|by this time|long ago|before now))?/giu,
    plain: 'overdue',
  },
  // "what is the total for those", "what's the total bill for them"
  {
    pattern:
      /^(\W*(?:and )?)(?:what(?:['’]s| is| was| are| were)|how much (?:is|was)) (?:the |their |its )?(?:total|sum|overall|combined)(?: (?:amount|value|bill|price|sum|cost|figure|worth))? (?:of|for|on) (?:all )?(?:that|it|this|those|these|them)(?=\W*$)/giu,
    plain: '$1how much is that',
  },
  // "how much money is still out there"
  {
    pattern: /\bhow much(?: money)? (is|do we have)(?: still)? out there\b/giu,
    plain: 'how much $1 outstanding',
  },
  // "what has Ada spent with us"
  {
    pattern:
      /^(\W*)what (?:has|have|had|did|does|do) (?!we\b|it\b)([^?]{2,40}?) (?:spent|spend|spends)(?: with us| here)?\b/giu,
    plain: '$1how much did $2 spend',
  },
  // "who is on the rota tomorrow"
  {
    pattern:
      /\b(who)(?: is|['’]?s| was| are) (?:down )?on (?:the )?(?:rota|roster|duty|shift)\b(?= (?:today|tomorrow|tonight|now|this|next|on|in|at|yesterday|last|for)\b|\W*$)/giu,
    plain: '$1 is working',
  },
  // "how much has the north branch taken this year"
  {
    pattern:
      /\bhow much (?:has|have|had) (?!we\b|it\b|that\b)([^?]{2,40}?) taken(?: in)?(?=\W*$| (?:this|last|in|since|so far|today|yesterday|over|during|on|compared|from|between|at|versus|vs)\b)/giu,
    plain: 'how much did $1 take',
  },
  // "revenue split into product groups"
  {
    pattern:
      /(?<=\S+ \S+.*)\b(?:split|broken|divided|separated|grouped)(?: (?:up|down|out))? into (?:the |its |their |our )?(?!.*(?:,| and | & | vs ))(?=\p{L}[\p{L} -]*\W*$)/giu,
    plain: 'by ',
  },
  // "who was ahead last year", "who is in the lead"
  {
    pattern:
      /\b(who|which(?: one)?|which \p{L}+) (?:is|was|are|were) (?:ahead|in front|in the lead|leading|on top|winning|out in front)(?! of\b)/giu,
    plain: '$1 had the most',
  },
  // "the biggest order and who was it with"
  {
    pattern: /(?<=\S+ \S+.*)\band who (?:is|was|were|are) (?:it|that|they|those) (?:with|for|from|by)\b/giu,
    plain: 'and whose was it',
  },
  // "lessons still to come"
  { pattern: /\b(?:are )?(?:there )?(?:still|yet) to come\b/giu, plain: 'are upcoming' },
  // "orders that haven't gone out yet"
  {
    pattern:
      /\b(?:(?:have|has|had)(?: not|n't)|not(?: yet)?) (?:gone out|been sent out|been sent off|been sent|left us|left the (?:shop|house|warehouse|store))\b(?: yet)?/giu,
    plain: 'still have to go out',
  },
]
