/** A question for a part of the whole, cut into what is counted and what it is a part of. */
export interface SplitShare {
  /** What is counted or added up, as a question of its own. */
  readonly question: string
  /** What it is a part of, in words. Null where the question does not say. */
  readonly whole: string | null
  /** The number itself is asked for too. */
  readonly isBoth: boolean
}

/** "how many jobs were cancelled and what share of all jobs", "what percentage of quotes get accepted". Null where no part is asked for. */
export function splitShare(question: string): SplitShare | null {
  const text = question.trim().replace(/\s*[?!.]+$/, '')
  for (const { pattern, cut } of forms) {
    const found = pattern.exec(text)?.groups
    if (found === undefined) continue
    const { question: main, whole, isBoth } = cut(found)
    return {
      question: main.replaceAll(/\s+/g, ' ').trim(),
      whole:
        whole === undefined || /^(?:all|total|the total|everything|them|those|it)?$/i.test(whole)
          ? null
          : whole,
      isBoth,
    }
  }
  return null
}

type Found = Readonly<Partial<Record<string, string>>>

interface Form {
  readonly pattern: RegExp
  readonly cut: (found: Found) => {
    readonly question: string
    readonly whole: string | undefined
    readonly isBoth: boolean
  }
}

const they = '(?:it|that|this|they|those|these)'
const share = '(?:share|percentage|percent|proportion|fraction|pct|%)'
const joined = String.raw`\s*(?:,|;|:|–|-)?\s+(?:(?:and|&|plus) )?(?:also )?`
const whole = String.raw`(?: (?:of|out of)(?: (?:all|the|our|all the|all our|total))*(?: (?<whole>\p{L}+(?: \p{L}+){0,2}?))?)?`
/** "and what share of all jobs is that", "what's that as a % of bookings", "and their share", "in percent". */
const asked = [
  `what(?: (?:is|was|are|were)|'s)? ${they}(?: (?:is|was|are|were))?,? (?:as|in) (?:an? )?${share}${whole}`,
  `(?:what|which)(?: (?:is|was|are|were) (?:the|their|its))? ${share}${whole}(?: (?:is|was|are|were|do|does) ${they}(?: (?:make up|make))?)?`,
  `(?:as|in) (?:an? )?${share}${whole}`,
  `(?:the|their|its) ${share}${whole}`,
  `how (?:much|many) (?:percent|%)${whole}(?: (?:is|are|was|were) ${they})?`,
].join('|')
const tail = '(?<tail>(?: (?:this|last|in|since|so far|per|by|for each|during|between) .+?)?)'

function form(pattern: string, isBoth: boolean, main: (found: Found) => string): Form {
  return {
    pattern: new RegExp(pattern, 'iu'),
    cut: (found) => ({ question: main(found), whole: found['whole'], isBoth }),
  }
}

const forms: readonly Form[] = [
  // "cancelled jobs this year, how many and what % of the total"
  form(
    String.raw`^(?!how |what )(?<main>.+?)\s*[,:;–-]?\s*(?:how many|number|count)${joined}(?:${asked}|${share}${whole})$`,
    true,
    ({ main }) => `how many ${main}`,
  ),
  // "how many jobs were cancelled this year and what share of all jobs"
  form(
    `^(?<main>(?:how many|number of) .+?)${joined}(?:${asked})${tail}$`,
    true,
    ({ main, tail: rest }) => `${main} ${rest}`,
  ),
  // "what percentage of quotes get accepted", "how many percent of the jobs are late"
  form(
    `^(?:(?:what|which)(?: is| was| are)?(?: the| our)? ${share}|how (?:many|much) (?:percent|%)) of (?:all |the |our |all the |all our )*(?<main>.+)$`,
    false,
    ({ main }) => `how many ${main}`,
  ),
]
