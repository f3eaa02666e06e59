import { rewritten, type Idiom } from './idioms.ts'

/** Says plainly which two periods are set side by side. Every other word keeps its place. */
export function withBothPeriods(question: string): string {
  return rewritten(question, compared)
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const against = String.raw`(?:compared (?:to|with|against)|in comparison (?:to|with)|vs\.?|versus|against)`
const periods = '(year|month|week|quarter)'
// "customers who ordered this year and last year" did so in both.
const notBoth = String.raw`(?<!\b(?:who|that|which|whose|both|either)\b.*)`

const sameTime = String.raw`(?:the )?same (?:time|period|stretch|point|date)(?: of| in)? (?:the )?(?:last|previous)`

const compared: readonly Idiom[] = [
  // "sales this year against the same time last year": as much of it as has passed.
  {
    pattern: new RegExp(
      String.raw`${notBoth}(?<!\bso far )\bthis ${periods}(?: to date)?,? (?:and|${against}|than) (?:over |in |for |during |at |to )*${sameTime} \1\b`,
      'giu',
    ),
    plain: 'so far this $1 vs the same period last $1',
  },
  // "sales so far this year and over the same time last year"
  {
    pattern: new RegExp(
      String.raw`${notBoth}\bso far this ${periods},? (?:and|${against}) (?:over |in |for |during |at |to )*(?:the )?same (?:time|period|stretch|months|weeks|days|point|date)(?: of| in)? (?:the )?last \1\b`,
      'giu',
    ),
    plain: 'so far this $1 vs the same period last $1',
  },
  // "what did power cost us this year and last year"
  {
    pattern: new RegExp(String.raw`${notBoth}\bthis ${periods},? and (?:in |the |for )*last \1\b`, 'giu'),
    plain: 'this $1 vs last $1',
  },
  {
    pattern: new RegExp(String.raw`${notBoth}\blast ${periods},? and (?:in |the |for )*this \1\b`, 'giu'),
    plain: 'last $1 vs this $1',
  },
  // "revenue this year compared to last"
  {
    pattern: new RegExp(
      String.raw`\bthis (year|month|week|quarter)\b((?:[^?.]*?) )(${against}|than|and) (?:the )?(?:last|previous)(?: one)?(?=\W*$|[,?])`,
      'giu',
    ),
    plain: 'this $1$2$3 last $1',
  },
  {
    pattern: new RegExp(
      String.raw`\blast (year|month|week|quarter)\b((?:[^?.]*?) )(${against}|and) this(?: one)?(?=\W*$|[,?])`,
      'giu',
    ),
    plain: 'last $1$2$3 this $1',
  },
  // "december sales last year": the month is that of the year.
  {
    pattern: new RegExp(String.raw`\b(${months}) (\p{L}+) (last year|this year|in 20\d\d|20\d\d)\b`, 'giu'),
    plain: '$2 $1 $3',
  },
  // "last december against the december before"
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:${months})\b.*?\b)(${against}) (?:the |that of the )?(?:${months}) (?:before|earlier|previously)(?: that| this)?\b`,
      'giu',
    ),
    plain: '$1 the same month a year earlier',
  },
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:${months})\b.*?\b)(${against}) (?:the |that of the )?(?:previous|prior|preceding) (?:${months})\b`,
      'giu',
    ),
    plain: '$1 the same month a year earlier',
  },
  // "how does this month compare to last month"
  {
    pattern: /\bhow (?:do|does|did) (.+?) compare (?:to|with|against) /giu,
    plain: 'compare $1 with ',
  },
  // "how are we doing compared to last year"
  {
    pattern: new RegExp(
      String.raw`\bhow (?:are|is) (?:we|it|things|business|the business|the shop) (?:doing|going|looking) (${against}) (?:to )?last (year|month|week|quarter)\b`,
      'giu',
    ),
    plain: 'this $2 $1 last $2',
  },
  // "revenue 2024 vs 2025"
  {
    pattern: new RegExp(
      String.raw`(?<!\b(?:in|of|for|from|since|until) )\b(20\d\d) (${against}) (20\d\d)\b`,
      'giu',
    ),
    plain: 'in $1 $2 in $3',
  },
]
