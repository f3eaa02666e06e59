/**
 * Says every bound in one form, before the number: "two stars or fewer" is "at most two stars", "15+ reviews" is "at least 15 reviews".
 * Both readers know the form; a bound after the number is lost where a unit stands between. Every other word keeps its place.
 */
export function withBoundsBefore(question: string): string {
  return [after, withPlus, said, range].reduce((text, rewrite) => rewrite(text), question)
}

const words =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred'
/** "10", "€1,500", "2.5k", "twenty". */
const number = String.raw`(?:[$€£]\s?)?(?:\d[\d.,]*(?:k|m)?(?!\p{L})|(?:${words})\b)`
const unit = String.raw`(?:\s?(?:%|[$€£])|(?: (?!or\b|and\b|to\b|than\b|per\b|of\b|in\b|this\b|last\b|from\b)\p{L}+){1,2})?`
const isAbove = /^(?:more|greater|higher|above|over|up|upwards?|longer|larger|bigger|heavier|better)$/i
const more = 'more|greater|higher|above|over|longer|larger|bigger|heavier|better'
const less = 'less|fewer|lower|below|under|shorter|smaller|lighter|worse|cheaper'
const suffix = String.raw`,? (?:or (${more}|${less}|up|down)|and (above|over|up|upwards?|more|below|under|down|less|fewer))\b(?! (?:than|the|\d))`
/** A bound that stands there already, and numbers that are ranks, ages, dates or parts. */
const elsewhere = String.raw`(?<!\b(?:than|least|most|over|under|above|below|top|first|last|next|past|best|between|and|to|in) )`

const afterNumber = new RegExp(String.raw`${elsewhere}(?<![\p{L}\d.,-])(${number}${unit})${suffix}`, 'giu')

function after(text: string): string {
  return text.replaceAll(
    afterNumber,
    (_, amount: string, one: string | undefined, other: string | undefined) =>
      `${isAbove.test(one ?? other ?? '') ? 'at least' : 'at most'} ${amount}`,
  )
}

/** "15+ reviews", "2 + stars", but not "2+2". */
function withPlus(text: string): string {
  return text.replaceAll(
    new RegExp(
      String.raw`${elsewhere}(?<![\p{L}\d.,-])((?:[$€£]\s?)?\d[\d.,]*k?)\s?\+(?=\s+\p{L}|\W*$)`,
      'giu',
    ),
    'at least $1',
  )
}

const before: readonly (readonly [RegExp, string])[] = [
  [
    'at most',
    'no more than|not more than|no higher than|no longer than|no greater than|not over|not above|not exceeding|a maximum of|maximum of|max\\.?|up to|less than or equal to|equal to or less than',
  ],
  [
    'at least',
    'no less than|no fewer than|not less than|not fewer than|no lower than|not under|not below|a minimum of|minimum of|min\\.?|more than or equal to|greater than or equal to|equal to or more than',
  ],
  ['more than', 'in excess of|upwards of|exceeding|exceeds|exceeded|exceed|surpassing'],
].map(([plain = '', list = '']) => [
  // "up to 2024" is a time.
  new RegExp(String.raw`\b(?:${list}) (?=${number})(?!(?:19|20)\d\d\b|\d+(?:st|nd|rd|th)\b)`, 'giu'),
  `${plain} `,
])

function said(text: string): string {
  return before.reduce((now, [pattern, plain]) => now.replaceAll(pattern, plain), text)
}

const money = String.raw`(?:[$€£]\s?)?\d[\d.,]*k?`
const ranged = new RegExp(
  String.raw`\b(?:from|ranging from) (${money}) (?:to|up to|until) (${money})(?! ?(?:am|pm|o'clock|h|uhr)\b|[:/-]|\.\d)(?! (?:january|february|march|april|may|june|july|august|september|october|november|december)\b)`,
  'giu',
)

/** "from 200 to 400 euros". Years, clocks and days of a month are times. */
function range(text: string): string {
  return text.replaceAll(ranged, (all, low: string, high: string) => {
    const isTime = [low, high].every((one) => /^(?:\d|[12]\d|3[01]|(?:19|20)\d\d)$/.test(one))
    return isTime ? all : `between ${low} and ${high}`
  })
}
