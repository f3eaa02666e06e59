import type { Token } from '../words/tokens.ts'
import { isVerbal } from '../words/verbal.ts'
import { wordForms } from '../words/word-forms.ts'
import { operatorOf } from '../words/phrases.ts'
import { isMeasure } from '../lexicon/dataset-fields.ts'
import type { Lexicon, NameForm } from '../lexicon/lexicon.ts'
import type { NounCandidate } from './chunk.ts'

export interface NounSpan {
  readonly from: number
  readonly to: number
  readonly candidates: readonly NounCandidate[]
}

interface Match {
  readonly form: NameForm
  readonly mask: number
  readonly quality: number
  readonly worst: number
  readonly last: number
  readonly inOrder: boolean
}

const glue = new Set(['of', 'the', 'a', 'an', "'s", "'", 'in', 'for', 'to', 'by', 'at', 'on', 'per'])
const loose = new Set(['in', 'for', 'to', 'by', 'at', 'on', 'per'])
const mostWords = 6

/** Finds every group of words that names datasets, fields or metrics. */
export function findNouns(tokens: readonly Token[], lexicon: Lexicon): readonly NounSpan[] {
  const units = tokens.map((_, at) => unitsAt(tokens, at, lexicon))
  return [
    ...tokens.flatMap((_, from) => spansFrom(from, tokens, units, lexicon)),
    ...sharedHeads(tokens, units, lexicon),
  ]
}

/** The position of the noun in "first, middle and last name", seen from one of the first words. */
function sharedHead(tokens: readonly Token[], from: number): number | null {
  let at = from
  for (let i = 0; i < 3; i++) {
    const joint = tokens[at + 1]?.lower
    if (joint !== 'and' && joint !== 'or' && joint !== ',') return i === 0 ? null : at + 1
    at += joint === ',' && tokens[at + 2]?.lower === 'and' ? 3 : 2
  }
  return at + 1
}

/** "first and last name": the first word takes its noun from the second. */
function sharedHeads(
  tokens: readonly Token[],
  units: readonly (readonly Unit[])[],
  lexicon: Lexicon,
): NounSpan[] {
  return tokens.flatMap((_, from) => {
    const head = sharedHead(tokens, from)
    if (head === null) return []
    const pair = [tokens[from], tokens[head]].flatMap((token) => (token === undefined ? [] : [token]))
    if (pair.length < 2 || pair.some((token) => token.kind !== 'word')) return []
    const whole = (pairUnits: readonly (readonly Unit[])[]): NounSpan | undefined =>
      spansFrom(0, pair, pairUnits, lexicon).find((span) => span.to === 2)
    const first = whole([units[from] ?? [], units[head] ?? []])
    const second = whole([units[head - 1] ?? [], units[head] ?? []])
    const isExact = (span: NounSpan | undefined): boolean => (span?.candidates[0]?.score ?? 0) > 0.97
    return first !== undefined && isExact(first) && isExact(second)
      ? [{ from, to: from + 1, candidates: first.candidates.filter((each) => each.score > 0.9) }]
      : []
  })
}

/** Words that name nothing by themselves. */
const hardOperators: ReadonlySet<string> = new Set([
  'be',
  'do',
  'of',
  'preposition',
  'and',
  'or',
  'by',
  'with',
  'that',
  'whose',
  'who',
  'which',
  'what',
  'not',
  'no',
  'any',
  'pronoun',
  'but',
  'than',
  'have',
  'both',
  'either',
  'each',
  'without',
  'except',
  '>',
  '<',
  'most',
  'least',
  'possessive',
  'per',
  'before',
  'after',
  'between',
])

/** Words too common to be used as synonyms. */
const exactOnly: ReadonlySet<string> = new Set([
  'number',
  'numbers',
  'count',
  'time',
  'times',
  'list',
  'total',
  'type',
  'types',
  'order',
  'record',
  'records',
  'kind',
])

/** Those of them that stand for "category", "class" or "method", beside another noun or where no name contains the word. */
const sortWords: ReadonlySet<string> = new Set(['type', 'types', 'kind', 'kinds'])

interface Unit {
  readonly length: number
  readonly word: string
  readonly weight: number
}

/** Words of names that the token, or the token and those after it, may stand for. */
function unitsAt(tokens: readonly Token[], at: number, lexicon: Lexicon): readonly Unit[] {
  const first = tokens[at]
  if (first === undefined || first.kind !== 'word') return []
  const found = new Map<string, Unit>()
  const add = (phrase: string, length: number, factor: number): void => {
    for (const { word, weight } of lexicon.wordsNear(phrase)) {
      const key = `${word}/${length}`
      if (weight * factor > (found.get(key)?.weight ?? 0))
        found.set(key, { length, word, weight: weight * factor })
    }
  }
  const isFunction = hardOperators.has(operatorOf(first.lower) ?? 'noun')
  if (isFunction) return []
  const isOperator = operatorOf(first.lower) !== undefined
  first.forms.forEach((form, i) => add(form, 1, i === 0 ? 1 : 0.99))
  if (first.lower.includes('-'))
    for (const form of wordForms(first.lower.replaceAll('-', ''))) add(form, 1, 0.98)
  const isNamed = [...found.values()].some(({ weight }) => weight >= 0.93)
  const isBeside = tokens[at - 1]?.forms.some((form) => lexicon.wordsNear(form).length > 0) === true
  const isSort = sortWords.has(first.lower) && (isBeside || !isNamed)
  if (isOperator || exactOnly.has(first.lower))
    for (const [key, unit] of found) if (unit.weight < (isSort ? 0.85 : 0.93)) found.delete(key)
  let phrase = first.lower
  for (let length = 2; length <= 3; length++) {
    const next = tokens[at + length - 1]
    if (next === undefined || next.kind !== 'word') break
    for (const form of next.forms) add(`${phrase} ${form}`, length, 0.98)
    phrase = `${phrase} ${next.lower}`
  }
  return [...found.values()]
}

function spansFrom(
  from: number,
  tokens: readonly Token[],
  units: readonly (readonly Unit[])[],
  lexicon: Lexicon,
): NounSpan[] {
  const byEnd = new Map<number, Map<NameForm, Match>>()
  const keep = (end: number, match: Match): void => {
    const list = byEnd.get(end) ?? new Map<NameForm, Match>()
    const known = list.get(match.form)
    if (known === undefined || scoreOf(match) > scoreOf(known)) list.set(match.form, match)
    byEnd.set(end, list)
  }
  for (const unit of units[from] ?? [])
    for (const form of lexicon.formsWith(unit.word)) {
      const place = form.words.indexOf(unit.word)
      keep(from + unit.length, {
        form,
        mask: 1 << place,
        quality: unit.weight,
        worst: unit.weight,
        last: place,
        inOrder: true,
      })
    }
  for (let end = from + 1; end < Math.min(tokens.length, from + mostWords); end++) {
    const matches = byEnd.get(end)
    if (matches === undefined) continue
    extend(end, tokens, units, matches, keep, lexicon)
  }
  return [...byEnd].flatMap(([to, matches]) => {
    const candidates = [...matches.values()].flatMap(candidateOf)
    return candidates.length === 0 ? [] : [{ from, to, candidates: best(candidates) }]
  })
}

function extend(
  end: number,
  tokens: readonly Token[],
  units: readonly (readonly Unit[])[],
  matches: ReadonlyMap<NameForm, Match>,
  keep: (end: number, match: Match) => void,
  lexicon: Lexicon,
): void {
  const next = afterGlue(end, tokens)
  const jumped = next > end
  const isLoose = jumped && tokens.slice(end, next).some((token) => loose.has(token.lower))
  const possessive = tokens[end]?.lower.startsWith("'") === true
  for (const at of jumped ? [next] : [end])
    for (const unit of units[at] ?? [])
      for (const match of matches.values()) {
        const place = match.form.words.findIndex(
          (word, i) => word === unit.word && (match.mask & (1 << i)) === 0,
        )
        const isUnit = jumped && unitWords.has(unit.word)
        if (place < 0 || (isLoose && !isUnit && !holdsPreposition(match.form, tokens.slice(end, next))))
          continue
        if (
          jumped &&
          match.form.item.kind === 'field' &&
          !isMeasure(match.form.item.field) &&
          match.form.words[match.last] === 'number'
        )
          continue
        if (
          isVerbal(tokens[at]?.lower ?? '') &&
          (match.form.item.kind === 'dataset' || (match.form.optional[place] !== true && onlyOptional(match)))
        )
          continue
        if (jumped && onlyOptional(match)) continue
        if (
          jumped &&
          (match.form.item.kind === 'dataset' || (lexicon.isThing(unit.word) && !saysOf(match.form)))
        )
          continue
        if (
          jumped &&
          (match.form.optional[place] === true || (possessive && match.form.optional[match.last] === true))
        )
          continue
        keep(at + unit.length, {
          form: match.form,
          mask: match.mask | (1 << place),
          quality: match.quality + unit.weight,
          worst: Math.min(match.worst, unit.weight),
          last: place,
          inOrder: match.inOrder && (place > match.last || jumped),
        })
      }
}

/** Where the next word of a name may be: after "of the", after "(in", or after "number of" in "total number of guests". */
function afterGlue(end: number, tokens: readonly Token[]): number {
  const at = (place: number): string => tokens[place]?.lower ?? ''
  if (at(end) === '(' && at(end + 1) === 'in') return end + 2
  if (at(end - 1) === 'total' && at(end) === 'number' && at(end + 1) === 'of') return end + 2
  let next = end
  while (next < tokens.length && next - end < 2 && glue.has(at(next))) next++
  return next
}

/** "width in inches", only where the name itself contains "in". */
function holdsPreposition(form: NameForm, between: readonly Token[]): boolean {
  if (form.item.kind !== 'field') return false
  const label = ` ${form.item.field.label} `
  return between.every((token) => !loose.has(token.lower) || label.includes(` ${token.lower} `))
}

/** "number of sails", where the name itself contains it. */
function saysOf(form: NameForm): boolean {
  return form.item.kind === 'field' && / of /.test(` ${form.item.field.label} `)
}

function onlyOptional(match: Match): boolean {
  return match.form.words.every((_, i) => match.form.optional[i] === true || (match.mask & (1 << i)) === 0)
}

function scoreOf({ form, mask, quality, worst, inOrder }: Match): number {
  let required = 0
  let matched = 0
  let count = 0
  let needed = 0
  const asked = form.optional.filter((each) => !each).length
  form.words.forEach((word, i) => {
    const hit = (mask & (1 << i)) !== 0
    if (hit) count++
    if (form.optional[i] === true) return
    const share = asked > 1 && weakWords.has(word) ? 0.4 : 1
    required += share
    if (!hit) return
    matched += share
    needed++
  })
  if (needed === 0) return 0
  const coverage = matched / required
  const head = (mask & (1 << form.head)) !== 0 || weakWords.has(form.words[form.head] ?? '')
  const half =
    count > needed &&
    !form.words.every((_, i) => i < form.ownFrom !== ((mask & (1 << i)) !== 0)) &&
    form.ownHead >= 0 &&
    form.optional[form.ownHead] === true &&
    (mask & (1 << form.ownHead)) === 0
      ? 0.86
      : 1
  const bit = (i: number): boolean => (mask & (1 << i)) !== 0
  const positions = form.words.map((_, i) => i)
  const gapPenalty =
    positions.some((i) => i < form.ownFrom && bit(i)) &&
    positions.some((i) => i >= form.ownFrom && !bit(i) && !weakWords.has(form.words[i] ?? ''))
      ? 0.86
      : 1
  return (
    gapPenalty *
      half *
      (0.5 * (quality / count) + 0.5 * worst) *
      (0.4 + 0.6 * coverage) *
      (head ? 1 : 0.88) *
      (inOrder ? 1 : form.item.kind === 'dataset' ? 0.85 : count > needed ? 0.9 : 0.96) *
      form.weight +
    (count > needed ? 0.02 : 0)
  )
}

/** Units that amounts are measured in. */
const unitWords: ReadonlySet<string> = new Set(
  'billion million thousand dollar usd euro kilometer mile meter percent kilogram pound foot cm centimeter inch liter gram ton hour minute second'.split(
    ' ',
  ),
)

/** Words that end many names and add little to the other words. */
const weakWords = new Set([
  'code',
  'id',
  'name',
  'number',
  'detail',
  'description',
  'title',
  'value',
  'key',
  'count',
  'quantity',
  'billion',
  'million',
  'thousand',
  'dollar',
  'usd',
  'euro',
  'kilometer',
  'mile',
  'meter',
  'percent',
  'kilogram',
  'pound',
  'foot',
])

function candidateOf(match: Match): NounCandidate[] {
  const score = scoreOf(match)
  if (score < 0.34) return []
  const item = match.form.item
  if (item.kind !== 'field') return [{ ...item, score }]
  const saysDataset = match.form.words.some(
    (_, i) => match.form.optional[i] === true && (match.mask & (1 << i)) !== 0,
  )
  return [{ ...item, score, saysDataset }]
}

function best(candidates: readonly NounCandidate[]): readonly NounCandidate[] {
  const sorted = [...candidates].sort((a, b) => b.score - a.score)
  const top = sorted[0]?.score ?? 0
  const seen = new Set<string>()
  return sorted
    .filter((each) => {
      const key =
        each.kind === 'metric'
          ? each.metric.name
          : each.kind === 'dataset'
            ? each.dataset.name
            : `${each.dataset.name}.${each.field.name}`
      if (seen.has(key) || each.score < top - 0.35) return false
      seen.add(key)
      return true
    })
    .slice(0, 24)
}
