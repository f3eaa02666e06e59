import type { Comparison } from '@quipu/query'
import { cardinals } from '../numbers/number-words.ts'
import { isPast } from '../words/verbal.ts'
import { inSmallLetters } from '../words/plain-text.ts'

/** How often something happened, or how many of something there are. */
export interface ClauseCount {
  readonly operator: Comparison
  readonly value: number
}

/** A question cut in two: what is listed or counted, and what it did, did not do or did so often. */
export interface Clause {
  readonly kind: 'absent' | 'counted' | 'present'
  /** What is listed or counted, as a question of its own. */
  readonly head: string
  /** What happened: the verb, what it is about, and when. */
  readonly body: string
  readonly count: ClauseCount | null
  /** The number is that of things, which the body must name. */
  readonly isOfThings: boolean
  /** "but not this year": when it did not happen. */
  readonly notWhen: string | null
}

/** The ways in which a question may be cut, the likeliest first. */
export function carveClause(question: string): readonly Clause[] {
  const text = inSmallLetters(question)
    // "only opened one ticket"
    .replace(/\b(?:only|just) (?:ever )?(\p{L}+) (one|two|three|\d+|a single)(?= \p{L})/u, '$1 exactly $2')
    .replace('exactly a single', 'exactly one')
  return [contrast(text), counted(text), absent(text) ?? present(text)].filter((one) => one !== null)
}

const negations = String.raw`(?:(?:have|has|had|did|do|does|were|was|are|is)(?:n't|nt| not)|(?:have |has |had |was |were )?(?:we |they |i )?(?:never|not)|not(?= (?:been )?(?:seen|used|visited|ordered|bought|sold|booked|heard))|nobody(?: has| have| had|'s)?|no one(?: has| had|'s)?|no-one(?: has)?)`

const notDone = new RegExp(String.raw`^(.*?)(?:^|\b)${negations}(?: (?:ever|yet|even|once))? (.+)$`)
const lacking =
  /^(.+?) (?:without|with no|with not|and have no|who have no|that have no)(?: an?| any| a single| one)? (.+)$/
/** "who logged no hours last month". */
const didNone =
  /^((?:who|whom|which|what|how many|list|show|all|customers|clients|people)\b.*?)(?: who| that)? (\p{L}{3,}ed|did|made|gave|took|wrote|put in) no (\p{L}+.*)$/u
const quiet =
  /^(.+?)(?: (?:have|has|had|who|that|which))* (?:gone quiet|gone silent|gone missing|lapsed|dropped off|stopped \p{L}+ing|disappeared|been quiet|been inactive|been away)\b ?(.*)$/u

function absent(text: string): Clause | null {
  const done = notDone.exec(text)
  if (done !== null) return clauseOf('absent', done[1] ?? '', done[2] ?? '')
  const gone = quiet.exec(text)
  if (gone !== null && gone[2] !== '') return clauseOf('absent', gone[1] ?? '', `been here ${gone[2] ?? ''}`)
  const none = didNone.exec(text)
  if (none !== null) return clauseOf('absent', none[1] ?? '', `${none[2] ?? ''} ${none[3] ?? ''}`)
  const lack = lacking.exec(text)
  return lack === null ? null : clauseOf('absent', lack[1] ?? '', lack[2] ?? '')
}

/** "who comes most often this year": who, what they do, and when. */
export function carveOften(
  question: string,
): { readonly head: string; readonly verb: string; readonly rest: string } | null {
  const found =
    /^(who|which \p{L}+(?: \p{L}+)??)(?: has| have)? (\p{L}+)(?: (?:in|here|by|round|us|with us|to us|from us))* (?:the )?(?:most often|most frequently|most regularly|most times)\b ?(.*)$/u.exec(
      question.toLowerCase().replaceAll(/[?.!\s]+$/g, ''),
    )
  return found === null ? null : { head: found[1] ?? '', verb: found[2] ?? '', rest: found[3] ?? '' }
}

/** "who was in yesterday", "how many cars did we have in last week", "which clients came last month". */
function present(text: string): Clause | null {
  const found =
    /^(who|(?:which|how many)(?: different)? (?!new |first |returning |repeat )\p{L}+(?: \p{L}+)??)(?: who| that)? (?:(?:have |has )?(?:was|were|been) (?:in|here)|(?:came|come|visited|showed up|turned up)(?: in| here| by| round| us| to us)?|(did we (?:have|get|see) (?:in|here))|did we (?:see|treat|welcome|host|look after)) ((?:yesterday|today|this|last|in|on|since|over)\b.*)$/u.exec(
      text,
    )
  if (found === null) return null
  return clauseOf(
    'present',
    found[1] ?? '',
    `been ${found[2] === undefined ? 'in' : weHad} ${found[3] ?? ''}`,
  )
}

/** "did we have in": also said of things that are brought in. */
export const weHad = 'in here'

function clauseOf(kind: Clause['kind'], head: string, body: string): Clause {
  return { kind, head: headOf(head), body: body.trim(), count: null, isOfThings: false, notWhen: null }
}

/** "which customers bought last year but not this year", "bought before but nothing in the last 6 months". */
function contrast(text: string): Clause | null {
  const found = contrasted.exec(text)
  if (found === null) return null
  const cut = cutBefore(
    (found[1] ?? '')
      .replace(/\bused to /, 'had ')
      .replace(activeThen, 'been here')
      .replaceAll(everBefore, ''),
  )
  return cut === null
    ? null
    : {
        kind: 'present',
        head: cut.head,
        body: cut.body,
        count: null,
        isOfThings: false,
        notWhen: (found[2] ?? '').replace(/^20/, 'in 20'),
      }
}

const notAgain = String.raw`(?:\p{L}+ed|b[ou]\p{L}+|order|visit|come|came|given|done so|been|heard|used us|anything|any|a single one|since)`
const contrasted = new RegExp(
  String.raw`^(.+?)(?:[,:;]? (?:but|and|though|yet)(?: then)? |[,:;] ?| (?=(?:have|has|had|did|do|does)(?:n't|nt| not)))(?:(?:who|that|they) )?(?:(?:have|has|had|did|do|does)(?: |(?=n)))?(?:n't|nt|not|nothing|none|never)(?: ${notAgain})?(?: (?:anything|from us|from|to us|with us|back|in|here|again|yet|so far|at all|any))*(?: (?:in|during|for|over|within))? (since|since then|after that|afterwards|(?:this|last|in|since|so far|the|q\d|20\d\d|\d+|an?|two|three|four|five|six|nine|twelve|eighteen)\b.*|20\d\d)$`,
  'u',
)
const activeThen = /\b(?:were |was )?active\b/
/** Words that only say that it was at some time before. */
const everBefore =
  / (?:before|previously|earlier|in the past|at some point|at some time|once|at least once|in earlier years|in previous years|formerly)(?=$|[ ,:;])/g

/** The last verb of "which customers bought last year" begins the body. */
function cutBefore(text: string): { readonly head: string; readonly body: string } | null {
  const words = text.split(' ')
  const at = words.findIndex(
    (word, i) =>
      i > 0 &&
      (isPast(word) || /^(?:buy|come|spend|give|order|visit|shop|book|rent|hire|use|purchase)$/.test(word)),
  )
  if (at < 0) return null
  const from = /^(?:have|has|had|did)$/.test(words[at - 1] ?? '') && at > 1 ? at - 1 : at
  const head = headOf(words.slice(0, from).join(' '))
  return head === '' ? null : { head, body: words.slice(from).join(' ') }
}

const numbers = String.raw`(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const bounds = '(more than|over|at least|fewer than|less than|only ever|only|just|exactly)'
const ways: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${bounds} )?(once|twice)( or more)?\b`),
  new RegExp(String.raw`\b(?:${bounds} )?${numbers} times( or more)?\b`),
  new RegExp(String.raw`\b${bounds} (?:a |one )?(single|${numbers.slice(1, -1)})()(?= \p{L})`, 'u'),
  new RegExp(String.raw`\b()${numbers}( or more)(?= \p{L})`, 'u'),
]

function counted(text: string): Clause | null {
  for (const [at, pattern] of ways.entries()) {
    const found = pattern.exec(text)
    if (found === null) continue
    const before = text.slice(0, found.index).trim()
    const after = text.slice(found.index + found[0].length).trim()
    const cut = verbBefore(before)
    const isOnly = cut?.isOnly === true
    const count = countOf(found[1] ?? '', found[2] ?? '', found[3] ?? '', isOnly)
    // A time is no number of things: "more than 3 weeks".
    if (
      cut === null ||
      count === null ||
      /^(?:days?|weeks?|months?|years?|hours?|minutes?|percent|%)\b/.test(after)
    )
      return null
    const body = [cut.verb, after].filter((one) => one !== '').join(' ')
    return { kind: 'counted', head: cut.head, body, count, isOfThings: at > 1, notWhen: null }
  }
  return null
}

function countOf(bound: string, number: string, more: string, isOnly: boolean): ClauseCount | null {
  const value =
    number === 'once' || number === 'single'
      ? 1
      : number === 'twice'
        ? 2
        : (cardinals.get(number) ?? Number(number))
  if (!Number.isFinite(value)) return null
  if (more !== '' || bound === 'at least') return { operator: '>=', value }
  if (bound === 'more than' || bound === 'over') return { operator: '>', value }
  if (bound === 'fewer than' || bound === 'less than') return { operator: '<', value }
  return bound === '' && !isOnly && value > 1 ? { operator: '>=', value } : { operator: '=', value }
}

const fillers = new Set(
  'us here with from in at on to our the a an ever anything something and for by'.split(' '),
)
const have = new Set('have has had having with got own'.split(' '))

/** What stands before the number: what is counted, and the verb. */
function verbBefore(
  text: string,
): { readonly head: string; readonly verb: string; readonly isOnly: boolean } | null {
  const words = text.split(' ')
  let at = words.length - 1
  const after: string[] = []
  while (at > 0 && fillers.has(words[at] ?? '') && !have.has(words[at] ?? ''))
    after.unshift(words[at--] ?? '')
  const verb = words[at] ?? ''
  if (at < 1 || /^(?:not|never|n't|than|many|much)$/.test(verb) || (words[at - 1] ?? '').endsWith("n't"))
    return null
  const isOnly = /^(?:only|just)$/.test(words[at - 1] ?? '')
  const head = headOf(words.slice(0, isOnly ? at - 1 : at).join(' '))
  return head === '' ? null : { head, verb: [verb, ...after].join(' '), isOnly }
}

/** Without the words that only lead over to what follows. */
function headOf(text: string): string {
  let head = text.trim().replace(/[,:;-]+$/, '')
  for (;;) {
    const shorter = head
      .replace(
        /(?:^|\s)(?:who|that|which|whom|have|has|had|did|do|does|and|but|we|they|been|only|just|ever|where (?:the |a |an )?(?:person|customer|client|member|patient|pupil|student|guest|owner|people|one|they|he|she)|of those who)$/,
        '',
      )
      .trim()
    if (shorter === head) return head === '' ? 'who' : head
    if (shorter === '') return 'who'
    head = shorter
  }
}
