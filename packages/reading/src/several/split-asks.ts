/** What a question asks for beside its main part. */
/** `who`: who does or has it; `for whom`: whose it is. */
export type Also = 'amount' | 'count' | 'who' | 'for whom' | 'when' | 'where' | 'why'

export interface SplitAsks {
  /** The main part, as a question of its own. */
  readonly question: string
  readonly also: Also
}

/** "how many refunds and how much", "number and value of …": a question for one figure, and what else is asked. Null for one alone. */
export function splitAsks(question: string): SplitAsks | null {
  const text = question.trim().replace(/\s*[?!.]+$/, '')
  for (const { pattern, also, main } of forms) {
    const found = pattern.exec(text)
    if (found !== null) return { question: main(found).replaceAll(/\s+/g, ' ').trim(), also }
  }
  return null
}

interface Form {
  readonly pattern: RegExp
  readonly also: Also
  readonly main: (found: readonly (string | undefined)[]) => string
}

const they = '(?:it|that|this|they|those|these|there)'
const inAll = '(?: (?:altogether|all together|in total|in all|overall|in money|in value))?'
const worth = [
  `how much(?: money| cash)?(?: (?:is|was|are|were) ${they}(?: all)?(?: worth)?| (?:do|does|did) ${they}(?: all)? (?:come to|add up to|amount to|bring in|bring us))?`,
  '(?:for )?what (?:total )?(?:amount|value|sum)',
  `what(?:'s| is| are| was| were) ${they}(?: all)? worth`,
  "what(?:'s| is| are| was| were) (?:the|their|its) (?:total |overall )?(?:amount|value|worth|sum|total)",
  `what (?:do|does|did) ${they}(?: all)? (?:come|add up|amount) to`,
  `(?:for|at|worth|of) how much`,
  `how much money(?: (?:is|was) (?:it|that|this|there))`,
].join('|')
const many = `how many(?: (?:was|were|is|are) ${they}| of (?:them|those|these)(?: (?:was|were|are) there)?)?`
/** A period or a division at the end belongs to both. */
const tail = '((?: (?:this|last|in|since|so far|per|by|for each|during|between) .+)?)'
/** What follows "and who": nothing, or a few words about the same things. */
const about = `(?: (?:(?:is|was|are|were|do|does|did|has|have|had) )?${they}(?: \\p{L}+){0,2}| (?:has|had|did|does|is|was|are|were|have|handles|owns|holds|took|got|placed|ordered|bought|booked|gave|paid|made|spent) (?:it|that|them|those|this)(?: \\p{L}+)?)?`
const joined = String.raw`,? (?:and|&|plus) (?:also )?`

function form(pattern: string, also: Also, main: Form['main']): Form {
  return { pattern: new RegExp(pattern, 'iu'), also, main }
}

/** "number and amount", "count and sum", "how many and total": as short as in a note. */
const figure = '(?:(?:the )?(?:total |overall )?(?:value|amount|sum|worth|total)s?)'
const counted = '(?:how many|(?:the )?(?:number|count|quantity)s?)'

const forms: readonly Form[] = [
  // "overdue invoices: number and amount", "orders this year, count and value"
  form(
    String.raw`^(?!how |what )(.+?)\s*(?:[,:;]| [–-])\s*(?:${counted}(?:${joined}|, ?| )${figure}|${figure}(?:${joined}|, ?| )${counted})${inAll}$`,
    'amount',
    ([, rest]) => `how many ${rest}`,
  ),
  // "unpaid invoices - how many, how much"
  form(
    String.raw`^(?!how )(.+?)\s*(?:[,:;]| [–-])\s*how many(?:${joined}|, ?| )(?:${worth})${inAll}$`,
    'amount',
    ([, rest]) => `how many ${rest}`,
  ),
  // "the number and value of returns last month"
  form(
    `^(?:(?:what (?:is|are|was|were)|show me|show|give me|list) )?(?:the )?(?:total )?(?:(?:number|count)${joined}(?:the )?(?:total )?(?:value|amount|sum|worth)|(?:value|amount|sum|worth)${joined}(?:the )?(?:number|count))s? of (.+)$`,
    'amount',
    ([, rest]) => `how many ${rest}`,
  ),
  // "refunds this year, how many and how much"
  form(
    String.raw`^(?!how )(.+?)\s*[,:;–-]?\s*(?:how many${joined}(?:${worth})|how much${joined}how many)${inAll}$`,
    'amount',
    ([, rest]) => `how many ${rest}`,
  ),
  // "sent but not answered: how many letters and how much"
  form(
    String.raw`^(?!how )(.+?)\s*[:,–-] (how many \p{L}+(?: \p{L}+)?)${joined}(?:${worth})${inAll}$`,
    'amount',
    ([, condition = '', asked]) => `${asked} ${asClause(condition)}`,
  ),
  // "how many refunds this year and how much altogether"
  form(
    `^(how many .+?)${joined}(?:${worth})${inAll}${tail}$`,
    'amount',
    ([, asked, rest]) => `${asked}${rest}`,
  ),
  // "how much did we give back this year, and how many were there"
  form(`^(how much .+?)${joined}(?:${many})${tail}$`, 'count', ([, asked, rest]) => `${asked}${rest}`),
  // "which pumps are broken and where do they stand", "what is the state of R-7 and who has it"
  form(`^(.+?)${joined}(?:(?:for|to|from) whom?|who (?:for|from|to))${about}$`, 'for whom', listed),
  // "biggest sale and whose was it", "and which client was that"
  form(
    `^(.+?)${joined}(?:whose|(?:for |from |to )?wh(?:ich|at) (?:customer|client|guest|member|company))${about}$`,
    'for whom',
    listed,
  ),
  form(`^(.+?)${joined}(?:(?:with |by )whom|who)${about}$`, 'who', listed),
  form(`^(.+?)${joined}when${about}$`, 'when', listed),
  form(`^(.+?)${joined}where${about}$`, 'where', listed),
  // "which guests left and why"
  form(`^(.+?)${joined}(?:why|for what reason|for which reason|what for)${about}$`, 'why', listed),
]

/** A list with a place for each is longer than a number. */
function listed([, main = '']: readonly (string | undefined)[]): string {
  return main.replace(/^how many\b/i, 'which')
}

/** "sent but not answered" is said of the things; "last month" is not. */
function asClause(condition: string): string {
  return /^(?:in|on|at|for|from|since|this|last|next|with|without|by|of|that|which|who)\b/i.test(condition)
    ? condition
    : `are ${condition}`
}
