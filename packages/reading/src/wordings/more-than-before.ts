import type { Ontology } from '@quipu/query'
import { roleOf } from '../frames/business-phrases.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { inflectedLike } from '../words/inflect.ts'
import { tokenize } from '../words/tokens.ts'
import { isPast } from '../words/verbal.ts'

/** "did we sell more last month than the month before", "is Leeds up or down on last year": the figure of both periods, which says what is more. */
export function withPeriodsCompared(question: string, ontology: Ontology): string {
  return (
    judgedPeriods(question, ontology) ??
    comparedAmounts(question, ontology) ??
    comparedPlainly(question) ??
    question
  )
}

const unit = '(?:year|quarter|month|week)'
const months =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:20\\d\\d|(?:this|last) year))?'
const period = String.raw`(?:so far this ${unit}|this ${unit} so far|(?:this|last|the last|the past) ${unit}|in ${months}|(?:this|last) ${months}|in 20\d\d|today|yesterday)`
const ago = String.raw`(?:(?:of |in |from )?(?:the )?(?:last|previous) ${unit}|(?:a|one) ${unit} (?:ago|before|earlier)|(?:the )?${unit} (?:before|earlier)(?: that)?)`
const earlier = [
  String.raw`(?:the )?(?:last|previous|prior|preceding) ${unit}`,
  String.raw`the ${unit} (?:before|earlier)(?: (?:that|last))?`,
  String.raw`(?:a|one) ${unit} (?:ago|before|earlier)`,
  `(?:the )?same (?:${unit}|period|time|point)(?: ${ago})`,
  `this time last ${unit}`,
  '(?:the )?last(?: one)?',
  '(?:the )?(?:previous|prior) one',
  `last ${months}`,
  months,
  String.raw`20\d\d`,
  'yesterday',
].join('|')
const place = String.raw`(?: (?<rest>(?:in|at|for|from|with|on|of|by|through|via|per) [^,?]+?))?`
const more = String.raw`(?:(?:a lot|much|many|any|far) )?(?:more|less|fewer|higher|lower)(?: (?:or|nor) (?:more|less|fewer|higher|lower))?`

const amounts = new RegExp(
  String.raw`^\W*(?<be>did|do|does|have|has|are|is|were|was) (?<whole>.+?) than (?:(?:in|for|over|during|at|on|we did|it was|they did|did) )*(?<then>${earlier})${place}\W*$`,
  'iu',
)
const asked = new RegExp(String.raw`^(?:(?<who>.+?) )?${more}\b ?(?<what>.*)$`, 'iu')

/** What is compared is "more" or "less" of something that was done. */
function comparedAmounts(question: string, ontology: Ontology): string | null {
  const { be = '', whole = '', then = '', rest } = amounts.exec(question)?.groups ?? {}
  const both = whole === '' ? null : periodsOf(whole, then)
  if (both === null) return null
  const { who, what = '' } = asked.exec(both.without)?.groups ?? {}
  if (asked.exec(both.without) === null || isHolding(be, who, what, ontology)) return null
  const words = [objectOf(what, who === undefined), ...doneBy(be, who), placeOf(what), rest ?? '', both.says]
  return words.filter((one) => one !== '').join(' ')
}

/** How many there are now cannot be told for a day that is gone, and how many people there were is not how many came. */
function isHolding(be: string, who = '', what: string, { datasets }: Ontology): boolean {
  const isHad = /\b(?:have|had|own|hold|keep)$/i.test(who)
  if (/^do(?:es)?$/i.test(be) && isHad) return true
  if (/^(?:have|are|is)$/i.test(be) && /\b(?:got|there|had)$/i.test(who)) return true
  const said = nameWords(what).join(' ')
  return isHad && datasets.some((each) => isPeople(each) && nameWords(each.label).join(' ') === said)
}

function objectOf(what: string, isDoer: boolean): string {
  const object = what.slice(0, placeAt(what))
  if (object === '') return 'how much'
  const words = object.split(' ')
  const isMany = words.some((word) => /(?:[^su]s|people|children|men|women)$/i.test(word))
  // "did more people join": those who joined.
  const [verb = '', ...before] = words.toReversed()
  const isDone = isDoer && isMany && before.length > 0 && !/s$/i.test(verb)
  const said = isDone ? [...before.toReversed(), isPast(verb) ? verb : inflectedLike('ended', verb)] : words
  return `how ${isMany ? 'many' : 'much'} ${said.join(' ')}`
}

function placeOf(what: string): string {
  return what.slice(placeAt(what)).trim()
}

function placeAt(what: string): number {
  const at = what.search(withPlace)
  return at < 0 ? what.length : at
}

const withPlace = /(?:^| )(?=(?:in|at|for|from|with|on|by|through|via|to) .*$)/iu

function doneBy(be: string, who: string | undefined): readonly string[] {
  if (who === undefined) return []
  // "are we selling": what is done all the time.
  const [last = '', ...before] = who.split(' ').toReversed()
  const verb = /ing$/i.test(last) ? tokenize(last)[0]?.forms.find(isVerb) : undefined
  if (/^(?:are|is|were|was)$/i.test(be) && verb !== undefined) return ['did', ...before.toReversed(), verb]
  return [/^do(?:es)?$/i.test(be) ? 'did' : be.toLowerCase(), who]
}

function isVerb(word: string): boolean {
  return roleOf(word)?.does === 'verb' && !word.endsWith('ing')
}

const plainly = new RegExp(
  String.raw`^\W*(?:compare (?<compared>.+?) (?:with|to|and|against)|how (?:do|does|did) (?<doing>.+?) compare (?:with|to|against)) (?:in |for |over |during |(?:that|those) (?:of|in) )*(?<then>${earlier})${place}\W*$`,
  'iu',
)

/** "compare sales last month with the month before". */
function comparedPlainly(question: string): string | null {
  const { compared, doing: how, then = '', rest = '' } = plainly.exec(question)?.groups ?? {}
  const what = compared ?? how
  const isWithPeriod = what !== undefined && new RegExp(String.raw`(?:^| )${period}(?: |$)`, 'iu').test(what)
  const both = isWithPeriod ? periodsOf(what, then) : null
  return both === null ? null : [both.without, rest, both.says].filter((one) => one !== '').join(' ')
}

interface Periods {
  /** The words without the later period. */
  readonly without: string
  readonly says: string
}

/** The period in the words, or the one that stands to the earlier as this year to last year. Null where it is not known. */
function periodsOf(words: string, then: string): Periods | null {
  const found = [
    ...words.matchAll(new RegExp(String.raw`(?<= |^)(?:in |for |over |during |of )?${period}(?= |$)`, 'giu')),
  ]
  const [own, ...others] = found
  if (others.length > 0) return null
  if (own === undefined) {
    const now = nowBeside(then)
    return now === null ? null : { without: words.trim(), says: `${now} vs ${beside(then, now)}` }
  }
  const without = `${words.slice(0, own.index)}${words.slice(own.index + own[0].length)}`
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return { without, says: `${own[0]} vs ${beside(then, own[0])}` }
}

function nowBeside(then: string): string | null {
  if (/\b(?:same (?:time|period|point)|this time)\b/i.test(then)) {
    const [, of] = new RegExp(`(?:last|previous|a|one) (${unit})|(${unit}) before`, 'iu').exec(then) ?? []
    return of === undefined ? null : `so far this ${of}`
  }
  if (/^yesterday$/i.test(then)) return 'today'
  const [, of] =
    new RegExp(`^(?:the |a |one )?(?:last |previous |prior |preceding )?(${unit})\\b`, 'iu').exec(then) ?? []
  const [, same] = new RegExp(`^(?:the )?same (${unit})\\b`, 'iu').exec(then) ?? []
  const found = of ?? same
  return found === undefined ? null : `this ${found}`
}

/** "this year than last": last year. "last month than a year ago": the same month. */
function beside(then: string, now: string): string {
  const [of] = new RegExp(`\\b${unit}\\b`, 'iu').exec(now) ?? []
  if (/^(?:the )?(?:last|previous|prior)(?: one)?$/i.test(then)) return of === undefined ? then : `last ${of}`
  if (/\b(?:same (?:time|period|point)|this time)\b/i.test(then))
    return `the same period last ${unitIn(then)}`
  if (/\bsame\b/i.test(then)) return then
  const isYear = /^(?:(?:a|one) year (?:ago|before|earlier)|the year (?:before|earlier))$/i.test(then)
  if (isYear && /^(?:this|last)$/i.test(now.split(' ')[0] ?? '') && of !== undefined && of !== 'year')
    return `the same ${of} last year`
  if (/^(?:a|one) /i.test(then)) return `last ${unitIn(then)}`
  return new RegExp(`^(?:${months}|20\\d\\d)$`, 'iu').test(then) ? `in ${then}` : then
}

function unitIn(words: string): string {
  return (
    new RegExp(`\\b${unit}\\b`, 'iu').exec(words.replace(/\bsame (?:month|week|quarter|year)\b/i, ''))?.[0] ??
    'year'
  )
}

const judged =
  '(?:up|down|better|worse|higher|lower|ahead|behind|bigger|smaller|stronger|weaker|growing|shrinking|rising|falling|increased|decreased|risen|grown|fallen|dropped|improved|gone (?:up|down)|go(?:ne)? (?:up|down)|going (?:up|down)|increase|decrease|rise|grow|fall|drop|improve)'
const doing = '(?:doing|been|selling|going|performing|running|looking|trading|earning|making|do|sell|perform)'
const judgements = new RegExp(
  String.raw`^\W*(?:are|is|was|were|have|has|did|do|does) (?<what>.+?)(?: (?<doing>${doing}))?(?: (?:much|any|a lot|doing))? ${judged}(?: (?:or|nor) (?:${judged}|not|the same))?(?: (?<own>${period}))?(?: (?:on|in terms of|in|by|for|with) (?<measure>(?:\p{L}+ )?\p{L}+))? (?:on|than|from|of|over|since|against|versus|vs\.?|compared (?:to|with|against)|in comparison (?:to|with)) (?:in |at |on |during )*(?<then>${earlier})${place}\W*$`,
  'iu',
)

/** "are we up on last year", "have sales gone up since March", "was last month better than the month before". */
function judgedPeriods(question: string, ontology: Ontology): string | null {
  const {
    what = '',
    doing: verb = '',
    own,
    then = '',
    measure,
    rest = '',
  } = judgements.exec(question)?.groups ?? {}
  if (what === '') return null
  const later = periodAlone(what)
  const both = periodsOf(later ?? own ?? '', then)
  if (both === null) return null
  const [, of = rest] = /^(?:on|in|for|of) (.+)$/iu.exec(rest) ?? []
  const isOfRest = isFigure(of, ontology)
  const subject = later === null ? subjectOf(what, verb, ontology) : ''
  const said = measure ?? (isOfRest ? of : null)
  const place = isOfRest ? '' : rest
  const figure = said === null ? subject : `${said} ${subject.replace(/^(?:revenue|sales) /, '')}`
  const whole = figure === '' && place !== '' ? 'revenue' : figure.trim()
  // "this month vs last month" alone is about all that was earned.
  return [whole, place, both.says].filter((one) => one !== '').join(' ')
}

/** "was october better than september": both are months. */
function periodAlone(what: string): string | null {
  if (new RegExp(`^${period}$`, 'iu').test(what)) return what
  return new RegExp(`^(?:${months}|20\\d\\d)$`, 'iu').test(what) ? `in ${what}` : null
}

/** What has a figure: sales, or what earns. */
function subjectOf(what: string, verb: string, ontology: Ontology): string {
  const bare = what.replace(/^(?:our|the|my) /iu, '')
  if (/^(?:we|it|things|business|trade|shop|company)$/i.test(bare)) return ''
  if (isFigure(bare, ontology)) return bare
  // Tins are sold; a shop earns.
  return `${/^sell/i.test(verb) ? 'sales' : 'revenue'} of ${bare}`
}

function isFigure(words: string, { datasets, metrics }: Ontology): boolean {
  const bare = words.toLowerCase()
  const said = nameWords(bare).join(' ')
  return (
    metrics.some(({ name }) => name.replaceAll('_', ' ') === bare) ||
    figures.test(bare) ||
    datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === said)
  )
}

const figures =
  /\b(?:sales|revenue|income|turnover|takings|earnings|profits?|costs?|spending|orders|bookings)$/i
