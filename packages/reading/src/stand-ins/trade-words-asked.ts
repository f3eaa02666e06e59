import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { roleOf } from '../frames/business-phrases.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { eventFieldsOf, stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPersonalName } from '../lexicon/personal-names.ts'
import { longestTradePhrase, tradeWords, type TradeKind } from '../lexicon/trade-words.ts'
import { inflectedLike, numberLike } from '../words/inflect.ts'
import { operatorOf } from '../words/phrases.ts'
import type { Token } from '../words/tokens.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "punters" for the data's customers, "called off" for its state `cancelled`: what the lexicon says that data may call it. */
export function tradeWordsAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const found: StandIn[] = []
  for (let from = 0; from < tokens.length;) {
    const one = longestFrom(from)
    if (one !== null) found.push(one)
    from = one?.to ?? from + 1
  }
  return found

  function longestFrom(from: number): StandIn | null {
    for (let to = Math.min(tokens.length, from + longestTradePhrase); to > from; to--) {
      const part = tokens.slice(from, to)
      if (part.some(({ kind }) => kind !== 'word') || part.every(isKnown)) continue
      const said = part.map(({ lower }) => lower).join(' ')
      if (part.length > 1 && (isSaidSo(said, ontology) || isName(plainly(said), ontology))) return null
      const name = nameFor(part, ontology)
      if (name !== null) return { from, to, name, changesNumbers: true }
    }
    return null
  }
}

/** Whether the phrase as a whole has a meaning already. */
function isSaidSo(said: string, ontology: Ontology): boolean {
  return (
    roleOf(said) !== undefined || operatorOf(said) !== undefined || ontology.values.exact(said).length > 0
  )
}

function nameFor(part: readonly Token[], ontology: Ontology): string | null {
  for (const said of baseForms(part))
    for (const { kind, written } of tradeWords(said))
      for (const word of written) {
        const name = inData(word, kind, part, ontology)
        if (name !== null) return name
      }
  return null
}

/** A phrase with its first word in each base form, or its last: "called off", "gift cards". */
function baseForms(part: readonly Token[]): readonly string[] {
  const [first, last] = [part[0], part.at(-1)]
  if (first === undefined || last === undefined) return []
  const words = part.map(({ lower }) => plainly(lower))
  return [
    ...new Set([
      words.join(' '),
      ...last.forms.map((form) => [...words.slice(0, -1), plainly(form)].join(' ')),
      ...first.forms.map((form) => [plainly(form), ...words.slice(1)].join(' ')),
    ]),
  ]
}

/** The lexicon writes `walk in` for "walk-in". */
function plainly(word: string): string {
  return word.replaceAll('-', ' ')
}

function inData(word: string, kind: TradeKind, part: readonly Token[], ontology: Ontology): string | null {
  const [first, last] = [part[0]?.lower ?? '', part.at(-1)?.lower ?? '']
  if (kind === 'v' && isDone(word, ontology)) return inflectedLike(first, word)
  const value = valueIn(word, ontology)
  if (value !== null && kind !== 'n') return value
  const people = businessOf(ontology).peopleNamed(word)
  if (kind === 'n' && people !== null) return people.label
  if (isName(word, ontology)) return numberLike(kind === 'n' && last.endsWith('s'), word)
  if (value !== null) return value
  if (kind !== 'n' && isDone(word, ontology)) return word
  return null
}

/** Whether a moment of the data has this verb, or every business question may use it. */
function isDone(verb: string, ontology: Ontology): boolean {
  if (roleOf(verb)?.does === 'verb' || roleOf(verb)?.does === 'state') return true
  const [head = '', ...after] = verb.split(' ')
  const stems = stemsOf(head)
  return eventFieldsOf(ontology).some(
    (each) => each.after.join(' ') === after.join(' ') && [...each.stems].some((stem) => stems.has(stem)),
  )
}

function isName(word: string, ontology: Ontology): boolean {
  const words = nameWords(word).join(' ')
  return (
    roleOf(word)?.does === 'state' ||
    businessOf(ontology).metricNamed(word) !== null ||
    ontology.datasets.some((dataset) => {
      if (dataset.isHidden) return false
      const own = nameWords(dataset.label)
      return (
        own.join(' ') === words ||
        visible(dataset).some((field) => {
          const label = nameWords(field.label)
          return label.join(' ') === words || label.filter((one) => !own.includes(one)).join(' ') === words
        })
      )
    })
  )
}

function valueIn(word: string, ontology: Ontology): string | null {
  const found = ontology.values
    .exact(word)
    .find(({ dataset, field }) => !isPersonalName(dataset, field, ontology))
  return found === undefined ? null : `"${found.value}"`
}
