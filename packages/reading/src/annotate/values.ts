import { abbreviationsOf, type Ontology } from '@quipu/query'
import { otherSpellings } from '../words/spellings.ts'
import { operatorOf } from '../words/phrases.ts'
import { namesDataset } from './naming-fields.ts'
import { otherWritings } from './value-synonyms.ts'
import { isStatusName, overStates, sameStates, stateCodes } from '../lexicon/same-states.ts'
import { isPersonalName } from '../lexicon/personal-names.ts'
import { pertainsTo } from '../lexicon/wordnet.ts'
import { singular } from '../words/word-forms.ts'
import type { Token } from '../words/tokens.ts'
import type { ValueCandidate } from './chunk.ts'
import { inDirection } from './directed-values.ts'

export interface ValueSpan {
  readonly from: number
  readonly to: number
  readonly candidates: readonly ValueCandidate[]
}

const mostTokens = 9

/** Finds every group of words that equals or nearly equals a value of the database. */
export function findValues(
  question: string,
  tokens: readonly Token[],
  ontology: Ontology,
): readonly ValueSpan[] {
  return tokens.flatMap((token, at) => {
    if (token.kind === 'punctuation') return []
    const spans =
      token.kind === 'quoted' ? quotedValue(token, at, ontology) : plainValues(question, tokens, at, ontology)
    return spans.map((one) => ({ ...one, candidates: inDirection(one.candidates, tokens, at, ontology) }))
  })
}

function quotedValue(token: Token, from: number, ontology: Ontology): ValueSpan[] {
  const own = ontology.values.exact(token.text)
  const exact = own.length > 0 ? own : otherWritings(token.text).flatMap((one) => ontology.values.exact(one))
  const found =
    exact.length > 0
      ? exact.map((each) => ({ ...each, score: each.value === token.text ? 1.02 : 1 }))
      : ontology.values
          .near(token.text, 8)
          .filter((each) => each.closeness > 0.86)
          .map((each) => ({ ...each, score: each.closeness - 0.1 }))
  return [{ from, to: from + 1, candidates: found.length > 0 ? found : namesApart(token.text, ontology) }]
}

function plainValues(
  question: string,
  tokens: readonly Token[],
  from: number,
  ontology: Ontology,
): ValueSpan[] {
  const first = tokens[from]
  if (first === undefined || first.text === "'s" || first.text === "'") return []
  const spans: ValueSpan[] = []
  for (let to = from + 1; to <= Math.min(tokens.length, from + mostTokens); to++) {
    const last = tokens[to - 1]
    if (last === undefined || last.kind === 'quoted') break
    const said = question.slice(first.start, last.end)
    // People say "and" for the sign in `Nuts & bolts`.
    const signed = said.replaceAll(/ and(?= |$)/gi, ' &')
    const isSigned = signed !== said && !ontology.values.begins(said) && ontology.values.begins(signed)
    const text = isSigned ? signed : said
    if (last.kind !== 'punctuation') {
      const found = lookUp(text, tokens.slice(from, to), ontology)
      const named = to - from > 1 ? found : overRows(first, tokens[to], found, ontology)
      const candidates = named.filter(
        (each) => !namesDataset(each, tokens, ontology) && !isThingWithArticle(text, ontology),
      )
      if (candidates.length > 0) spans.push({ from, to, candidates })
    }
    if (!ontology.values.begins(text) && to - from > 1) break
  }
  return spans
}

/** "finished jobs", where those that are over are called closed: a state of other rows is not meant. */
function overRows(
  { lower }: Token,
  next: Token | undefined,
  found: readonly ValueCandidate[],
  ontology: Ontology,
): readonly ValueCandidate[] {
  const states = overStates(lower)
  const rows = ontology.datasets.find(
    ({ label, isHidden }) => !isHidden && next?.forms.includes(singular(label.toLowerCase())) === true,
  )
  if (states.length === 0 || rows === undefined) return found
  if (found.some(({ dataset }) => dataset === rows.name)) return found
  const own = states
    .flatMap((state) => ontology.values.exact(state))
    .filter(({ dataset, field }) => dataset === rows.name && isState(dataset, field, ontology))
    .map((each) => ({ ...each, score: 0.86 }))
  return own.length > 0 ? own : found
}

/** "the trails" are the trails, though a picture may be called `the trail`. */
function isThingWithArticle(text: string, { datasets }: Ontology): boolean {
  const thing = /^(?:the|an?) (\p{Ll}.*)$/u.exec(text)?.[1]
  return thing !== undefined && datasets.some(({ label }) => label === thing || label === singular(thing))
}

/** A full name whose parts are in two fields of one dataset. */
function namesApart(text: string, ontology: Ontology): readonly ValueCandidate[] {
  const [first, second, ...more] = text.split(/\s+/)
  if (first === undefined || second === undefined || more.length > 0) return []
  return ontology.values.exact(first).flatMap((one) =>
    ontology.values
      .exact(second)
      .filter((other) => other.dataset === one.dataset && other.field !== one.field)
      .map((other) => ({
        dataset: one.dataset,
        field: one.field,
        value: one.value,
        score: 0.95,
        also: { field: other.field, value: other.value },
      })),
  )
}

/** Letters and words that a code stands for. */
const codes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    female: ['F', 'female'],
    male: ['M', 'male'],
    women: ['F', 'female'],
    men: ['M', 'male'],
    woman: ['F', 'female'],
    man: ['M', 'male'],
    girl: ['F', 'female'],
    boy: ['M', 'male'],
    girls: ['F', 'female'],
    boys: ['M', 'male'],
    females: ['F', 'female'],
    males: ['M', 'male'],
  }),
)

function lookUp(text: string, tokens: readonly Token[], ontology: Ontology): readonly ValueCandidate[] {
  const lower = text.toLowerCase()
  const single = tokens.length === 1 ? tokens[0] : undefined
  const isPlainWord = single !== undefined && !single.isCapital && single.kind === 'word'
  if (isPlainWord && (operatorOf(lower) !== undefined || (lower.length < 3 && single.text === lower)))
    return []
  if (tokens.every((token) => operatorOf(token.lower) !== undefined && !token.isCapital)) return []
  const exact = ontology.values.exact(text)
  const weight = isPlainWord ? 0.88 : 1
  const sameCase = (value: string): number => (value === text ? 0.03 : 0)
  if (exact.length > 0) return exact.map((each) => ({ ...each, score: weight + sameCase(each.value) }))
  const folded = [
    ...text.split(' ').slice(0, -1),
    singular(text.split(' ').at(-1)?.toLowerCase() ?? ''),
  ].join(' ')
  if (folded !== lower) {
    const found = ontology.values
      .exact(folded)
      .filter((each) => !isPlainWord || !isPersonalName(each.dataset, each.field, ontology))
    if (found.length > 0)
      return found.map((each) => ({ ...each, score: weight - (isPlainWord ? 0.16 : 0.06) }))
  }
  const synonyms = otherWritings(text).flatMap((other) =>
    ontology.values.exact(other).filter((each) => each.value.length === other.length),
  )
  if (synonyms.length > 0) return synonyms.map((each) => ({ ...each, score: 0.86 }))
  if (single === undefined) return []
  const coded = codedValues(single, ontology)
  return coded.length > 0 ? coded : shortenedValues(single, ontology)
}

/** "cancelled" for the state CANC or Void, where a field has few different values. */
function shortenedValues({ kind, lower }: Token, ontology: Ontology): readonly ValueCandidate[] {
  if (kind !== 'word' || lower.length < 5) return []
  const writings = [lower, ...otherSpellings(lower)]
  const found = (texts: readonly string[]) =>
    texts
      .flatMap((text) => ontology.values.exact(text))
      .filter(({ dataset, field }) => isState(dataset, field, ontology))
  const states = found([...writings.flatMap(abbreviationsOf), ...sameStates(lower)])
  const codes = found(writings.flatMap((one) => stateCodes(one))).filter(({ dataset, field }) =>
    isStatusName(labelOf(dataset, field, ontology)),
  )
  return [...states, ...codes].map((each) => ({ ...each, score: 0.86 }))
}

function labelOf(dataset: string, field: string, { datasets }: Ontology): string {
  const fields = datasets.find(({ name }) => name === dataset)?.fields ?? []
  return fields.find(({ name }) => name === field)?.label ?? ''
}

function isState(dataset: string, field: string, { datasets }: Ontology): boolean {
  const found = datasets
    .find(({ name }) => name === dataset)
    ?.fields.find(({ name, isHidden }) => name === field && !isHidden)
  return found !== undefined && found.role === 'dimension' && found.statistics.distinct <= 30
}

function codedValues(token: Token, ontology: Ontology): readonly ValueCandidate[] {
  const coded = codes
    .get(token.lower)
    ?.flatMap((code) => ontology.values.exact(code).filter((each) => each.value.length === code.length))
  if (coded !== undefined && coded.length > 0) {
    const gendered = coded.filter((each) => /sex|gender/i.test(each.field))
    return (gendered.length > 0 ? gendered : coded).map((each) => ({
      ...each,
      score: gendered.length > 0 ? 0.97 : 0.6,
    }))
  }
  if (token.kind !== 'word' || token.lower.length < 4) return []
  return pertainsTo(token.lower)
    .flatMap((noun) => ontology.values.exact(noun).map((each) => ({ ...each, score: 0.84 })))
    .slice(0, 12)
}
