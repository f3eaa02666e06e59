/** A calculation with two amounts, in the words of the question. */
export interface SplitCalculation {
  readonly operator: '/' | '-'
  readonly left: string
  readonly right: string
  /** Words that apply to both: "for each branch", "in Lima". */
  readonly tail: string
  /** The mean of the calculation over rows. */
  readonly isMean: boolean
  readonly percent: boolean
  /** Words that only ask for the calculation. */
  readonly words?: readonly string[]
  /** Only the group with the highest or lowest result is asked for. */
  readonly rank?: 'asc' | 'desc'
  /** Only when both are additive amounts. */
  readonly isOfAmounts?: boolean
}

const opening = /\b(average |mean )?(ratio|proportion|quotient|percentage|difference)\s+(of|between|in)\s+/i
const grouping =
  /,?\s*\b(?:(?:vary|varies|differ|differs|change|changes|compare|compares)\s+)?(?:(?:for|in|by|within|across|per|at|on|from|of|over)\s+(?:each|every|different|various|the different|all the|all)\b(?!\s+\w+\s+(?:in|of)\b).*|(?:vary|varies|differ|differs|change|changes)\s+(?:by|across|over|with|between|among)\b.*|by\s+\p{L}+|per\s+\p{L}+(?:\s+id)?)$/iu
const place = /\s+(?:in|at|during|from|within|for)\s+(?!\s|total\b|each\b|every\b|on\b|for\b)[^,]+$/i

/** Every way to split "the ratio of A to B for each C". Reading the parts shows which one is meant. */
export function splitCalculation(question: string): readonly SplitCalculation[] {
  const sentence = question.split(/[?.!](?:\s|$)/)[0] ?? ''
  const found = opening.exec(sentence)
  if (found === null) return []
  const isDifference = /difference/i.test(found[2] ?? '')
  const body = sentence
    .slice(found.index + found[0].length)
    .replace(/,?\s*(?:ordered|sorted|ranked)\b.*$/i, '')
    .replace(/\s+(?:overall|in total|altogether)$/i, '')
    .trim()
  const joints = isDifference
    ? /\s+and\s+|\s+minus\s+/gi
    : /\s+to\s+(?:the\s+)?|\s+out of\s+(?:the\s+)?|\s+over\s+(?!(?:the\s+)?(?:years|months|weeks|days|time)\b)(?:the\s+)?|\s+per\s+|\s+relative to\s+/gi
  const whole = {
    operator: isDifference ? ('-' as const) : ('/' as const),
    isMean: found[1] !== undefined,
    percent: /percentage/i.test(found[2] ?? ''),
  }
  const all = [...body.matchAll(joints)]
  const [own] = nounOf(body)
  // "boats that belong to a club to boats that do not": between the two things that are called the same.
  const between = all.filter(
    (joint) => own !== undefined && nounOf(body.slice(joint.index + joint[0].length)).includes(own),
  )
  return (between.length > 0 ? between : all).flatMap((joint) => {
    const left = body.slice(0, joint.index).trim()
    const rest = body.slice(joint.index + joint[0].length).trim()
    return left === '' || rest === ''
      ? []
      : tailsOf(rest, left).map(({ right, tail }) => ({ ...whole, left, right, tail }))
  })
}

/** The first words of an amount, without what only asks for a number. */
function nounOf(text: string): readonly string[] {
  const plain = text.trim().replace(/^(?:(?:the|all|a|total|number|count|sum|of)\s+)+/i, '')
  return plain.toLowerCase().split(/\s+/).slice(0, 2)
}

/** Words at the end that apply to both amounts: "by branch", "in Lima". */
export function parseTails(rest: string): readonly string[] {
  return rest === '' || /^[,;]/.test(rest) ? [''] : [plainTail(rest)]
}

function tailsOf(rest: string, left: string): readonly { right: string; tail: string }[] {
  const cut = (pattern: RegExp): { right: string; tail: string } | null => {
    const match = pattern.exec(rest)
    return match === null || match.index === 0
      ? null
      : { right: rest.slice(0, match.index).trim(), tail: plainTail(match[0].trim()) }
  }
  const group = cut(grouping)
  if (group !== null) return [group]
  const here = place.test(left) ? null : cut(place)
  return here === null ? [{ right: rest, tail: '' }] : [here, { right: rest, tail: '' }]
}

/** "vary across different branches" → "for each branches". */
function plainTail(tail: string): string {
  const group =
    /^,?\s*(?:(?:vary|varies|differ|differs|change|changes|compare|compares)\s+)?(?:for|in|by|within|across|per|at|on|over|with|between|among|of)\s+(?:each|every|different|various|the different|all the|all|the)?\s*(.*)$/i.exec(
      tail,
    )
  return group === null ||
    (/^(?:in|at|during|from|within|for)\s/i.test(tail) &&
      !/^\S+\s+(?:each|every|different|various)\b/i.test(tail))
    ? tail
    : `for each ${group[1] ?? ''}`
}
