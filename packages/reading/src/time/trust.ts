import type { Found } from './rule.ts'

const timeBefore =
  /(?:^|[\s(,])(?:in|during|since|until|till|from|of|between|year|years|through|throughout|circa|around|early|late|mid)[\s-]*$/
const numberBefore =
  /(?:more|less|fewer|greater|higher|lower|larger|smaller|bigger|over|under|above|below|exceeding|exceeds|at least|at most|exactly|than|top|first|number|no\.?|id|code|[<>=$€£#@])[\s:]*$/
const unitAfter =
  /^\s*(?:%|percent|dollars?|usd|eur|euros?|pounds?|gbp|cents?|k\b|m\b|km|kg|g\b|lbs?|miles?|metres?|meters?|feet|ft|sq|square|hours?|minutes?|seconds?|people|persons?|employees|members|units|items|points|times|rows|records|votes|copies|pages|[-/.,]\d)/
const monthLead =
  /(?:^|[\s(,])(?:in|during|since|until|till|from|of|by|before|after|for|through|to|and|between|this|last|next|early|late|mid)[\s-]*$/
const bareYears = /^(?:\p{L}+[\s-]+){0,4}([12]\d{3})(?:[\s-]*(?:and|to|-|through|until)[\s-]*([12]\d{3}))?$/u
const ordering =
  /(?:order|ordered|ordering|sort|sorted|sorting|rank|ranked|ascending|descending|asc|desc|alphabetically)(?:\s+(?:them|it|all|in\s+(?:ascending|descending)\s+order|ascending|descending))?\s+$/
const rated =
  /(?:hours?|minutes?|days?|miles?|kilomet(?:er|re)s?|km|met(?:er|re)s?|litres?|liters?|rates?|wages?|pay|salary|dollars|euros|speed)\s+$/
const wholeWord = /^(?:may|march|mar|sat|sun|second|fall)$/

/** 0 to 1: the probability that the words are a time, judged by the words around them. 0 removes them. */
export function trust(question: string, text: string, start: number, { end, meaning }: Found): number {
  const base = meaning.confidence ?? 1
  const before = text.slice(0, start)
  const words = text.slice(start, end)
  if (isQuoted(text, start, end))
    return meaning.kind === 'point' && isWholeQuote(text, start, end) ? base : Math.min(base, 0.2)
  if (meaning.isAmbiguous === 'vague' && /(?:most|least|more|less)\s+$/.test(before)) return 0
  if (meaning.kind === 'grain' || meaning.kind === 'part')
    return Math.min(base, splitTrust(words, before, meaning.kind))
  if (/^(?:the\s+)?last\s/.test(words) && meaning.anchor && /^\s+of\s/.test(text.slice(end))) return 0.4
  if (/^[12]\d{3}$/.test(words)) return yearTrust(Number(words), before, text.slice(end))
  const bare = bareYears.exec(words)
  if (bare) return Math.min(base, boundTrust([bare[1], bare[2]], before, text.slice(end)))
  if (wholeWord.test(words) && !monthLead.test(before)) return isName(question, start, before) ? 0.5 : 0
  return base
}

/** "between 2000 and 3000", "after 1200": numbers that may be years. */
function boundTrust(years: readonly (string | undefined)[], before: string, after: string): number {
  if (unitAfter.test(after) || /[$€£#<>=]\s*$/.test(before)) return 0
  const isLikely = years.every((year) => year === undefined || (Number(year) >= 1500 && Number(year) <= 2200))
  return isLikely ? 1 : 0.3
}

/** "Ordered by year" sorts; "hours per week" and "miles per hour" are measures and not splits. */
function splitTrust(words: string, before: string, kind: 'grain' | 'part'): number {
  if (/^by\s/.test(words) && ordering.test(before)) return 0
  if (!/^(?:per|by|an?)\s/.test(words)) return 1
  if (/^per\s/.test(words) && rated.test(before)) return kind === 'part' ? 0 : 0.45
  return 1
}

function yearTrust(year: number, before: string, after: string): number {
  if (/(?:later|earlier|older|newer) than\s*$/.test(before)) return 0.9
  if (numberBefore.test(before) || unitAfter.test(after)) return 0
  if (timeBefore.test(before)) return year >= 1500 && year <= 2200 ? 0.95 : 0.5
  if (/(?:before|after|by|for|vs\.?|versus)\s*$/.test(before))
    return year >= 1800 && year <= 2200 ? 0.85 : 0.4
  if (year < 1900 || year > 2099) return 0.15
  return year % 1000 === 0 ? 0.4 : 0.6
}

/** Capitalized inside a sentence, so that "they may order" is not a month. */
function isName(question: string, start: number, before: string): boolean {
  return /^\p{Lu}/u.test(question.slice(start)) && before.trim() !== '' && !/[.?!]\s*$/.test(before)
}

function isWholeQuote(text: string, start: number, end: number): boolean {
  return /["'“]/u.test(text.charAt(start - 1)) && /["'”]/u.test(text.charAt(end))
}

function isQuoted(text: string, start: number, end: number): boolean {
  const open = /(?:^|[\s(])["'“]([^"'“”]*)$/u.exec(text.slice(0, start))
  return open !== null && /^[^"'“”]*["'”]/u.test(text.slice(end))
}
