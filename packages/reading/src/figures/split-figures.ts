import { tidy } from './shared-words.ts'

export type Operator = '/' | '-' | '*'

/** Two figures with a word between them that says what is done with them. */
export interface TwoFigures {
  readonly operator: Operator
  readonly isPercent: boolean
  readonly left: string
  readonly right: string
  /** Things of one kind are counted or added up; otherwise one may be an amount and the other a number. */
  readonly isOfOneKind: boolean
  /** The first may be a part of the second by what narrows it: "what percentage of sales do mugs make". */
  readonly mayNarrow: boolean
}

const percent = String.raw`(?:percent(?:age)?|per cent|pct\.?|%|share|proportion|fraction|part)`
const a = String.raw`(?<left>\S.*?)`
const b = String.raw`(?<right>\S.*?)`
const auxiliary = String.raw`(?:is|are|was|were|has been|have been|do|does|did|gets?|got)`
const goes = String.raw`(?:goes?|went|gone|going|spend|spent|spending|used|eaten|lost|paid|pay|taken|give|given|put|make|made|eat|eats)(?: (?:up|away|out|back))?`

interface Form {
  readonly pattern: RegExp
  readonly operator: Operator
  /** It asks for a percentage by itself. Otherwise only where the question says so. */
  readonly isPercent?: boolean
  /** It means a ratio only where a percentage is asked for. */
  readonly needsPercent?: boolean
  readonly isOfOneKind?: boolean
  readonly mayNarrow?: boolean
}

function form(pattern: string, operator: Operator, rest: Omit<Form, 'pattern' | 'operator'> = {}): Form {
  return { pattern: new RegExp(`^${pattern}$`, 'iu'), operator, ...rest }
}

const part = { isPercent: true, isOfOneKind: true }
const partOfWhole = { ...part, mayNarrow: true }
const forms: readonly Form[] = [
  // "wages as a percentage of turnover", "cost in % of the price"
  form(String.raw`${a},? (?:expressed )?(?:as|in)(?: an?| the)? ${percent}\s*(?:of|to|from) ${b}`, '/', part),
  // "what percentage of turnover goes on wages", "how much of our sales is eaten by repairs in percent"
  form(
    String.raw`(?:(?:what|which|how (?:many|much))\s+)?${percent}\s*of ${b} (?:${auxiliary} )?(?:we )?${goes}(?: (?:on|into|in|to|for|by|as|with|through))? ${a}`,
    '/',
    partOfWhole,
  ),
  form(
    String.raw`how much of ${b} (?:${auxiliary} )?(?:we )?${goes}(?: (?:on|into|in|to|for|by|as|with|through))? ${a}`,
    '/',
    { ...partOfWhole, needsPercent: true },
  ),
  // "what percentage of turnover do purchases make up"
  form(
    String.raw`(?:what|which|how (?:many|much)) ${percent}\s*of ${b} (?:do|does|did) (?!(?:we|you|they|i|each|every)\b)${a} (?:make|take|eat|use|cost|represent|account for)(?: up)?`,
    '/',
    partOfWhole,
  ),
  form(
    String.raw`(?:what|which|how (?:many|much)) ${percent}\s*of ${b} (?:is|are|was|were) ${a}`,
    '/',
    partOfWhole,
  ),
  // "the ratio of cost to price", "cost to price ratio"
  form(String.raw`ratio (?:of|between) ${a} (?:to|and|over) ${b}`, '/', { isOfOneKind: false }),
  form(String.raw`${a}(?: to |\s?\/\s?)${b} ratio`, '/', { isOfOneKind: true }),
  form(String.raw`${a} ratio to ${b}`, '/', { isOfOneKind: true }),
  form(String.raw`${a} (?:relative to|in relation to|in proportion to) ${b}`, '/', { isOfOneKind: true }),
  form(String.raw`${a} over (?!\d)${b}`, '/', { isOfOneKind: true }),
  form(String.raw`${a} (?:against|versus|vs\.?|compared (?:to|with)) ${b}`, '/', {
    isOfOneKind: true,
    needsPercent: true,
  }),
  form(String.raw`${a} (?:divided by|÷) ${b}`, '/'),
  form(String.raw`${a} \/ ${b}`, '/'),
  // "price less cost", "sales minus what it costs us"
  form(String.raw`${a} (?:minus|less|−|–|-) (?!than\b)${b}`, '-', { isOfOneKind: true }),
  form(String.raw`difference between ${a} and ${b}`, '-', { isOfOneKind: true }),
  form(String.raw`${a} (?:times|multiplied by|x|×|\*) (?!\d)${b}`, '*'),
]

const opening =
  /^(?:please\s+)?(?:(?:what(?:['’]s| is| are| was| were)|how (?:much|big|high|large) (?:is|are|was|were)|show(?: me)?|give me|tell me|calculate|compute|list (?=the |all )|i (?:need|want))\s+)?(?:(?:the|our|my|sum of|sum)\s+)*/i
const inPercent = /,?\s+(?:in|as an?|as)\s+(?:percent(?:age)?s?|per cent|pct\.?|%)$/i
const mostWords = 7

/** Every way to read a question as two figures. Reading the figures shows which one is meant. */
export function splitFigures(question: string): readonly TwoFigures[] {
  const asksPercent = inPercent.test(question)
  const text = tidy(question.replace(inPercent, '').replace(opening, ''))
  return forms.flatMap((one): readonly TwoFigures[] => {
    const found = one.pattern.exec(text)?.groups
    if (found === undefined || (one.needsPercent === true && !asksPercent)) return []
    const [left, right] = [figureWords(found['left'] ?? ''), figureWords(found['right'] ?? '')]
    if (left === '' || right === '' || [left, right].some((each) => each.split(' ').length > mostWords))
      return []
    const { operator, isOfOneKind = false, mayNarrow = false } = one
    const isPercent = one.isPercent === true || asksPercent
    return [{ operator, isPercent, left, right, isOfOneKind, mayNarrow }]
  })
}

function figureWords(text: string): string {
  return tidy(text).replace(/^(?:(?:the|our|my|all|sum of|total|what (?:is|are|was|were))\s+)+/i, '')
}

/** A figure that the question explains: "wage cost (hours times hourly rate)". */
export interface Explained {
  /** What the figure is called, with what narrows it. */
  readonly label: string
  readonly formula: string
}

const calculates = /\s(?:times|multiplied by|x|×|\*|minus|less|−|–|divided by|÷)\s/i
const explains: readonly RegExp[] = [
  /^(?<label>[^()]+?)\s*\((?<formula>[^()]+)\)$/u,
  /^(?<label>[^()]+?),?\s+(?:so|i\.?\s?e\.?|that is|that's|meaning|which is|being)[,:]?\s+(?<formula>.+)$/iu,
  /^(?<label>[^()]+?)\s*[=:,]\s*(?<formula>[^,]+)$/u,
]

export function splitExplained(question: string): Explained | null {
  for (const pattern of explains) {
    const found = pattern.exec(question)?.groups
    const { label, formula } = found ?? {}
    if (label === undefined || formula === undefined || !calculates.test(` ${formula} `)) continue
    if (!calculates.test(` ${label} `)) return { label, formula }
  }
  return null
}

/** What the name of a figure is narrowed by: "on wine" of "gross profit on wine". */
export function narrowedBy(label: string): string {
  return /\s(?:on|for|from|at|in|of|with)\s+\S.*$/i.exec(label)?.[0].trim() ?? ''
}
