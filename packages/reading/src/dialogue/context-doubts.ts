import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import type { Doubt, Effect } from './doubt.ts'
import { refTo } from '../restate/fields.ts'
import { datasetAt, fold, namesOf } from './nouns.ts'

const possessive = /\b(my|our|preferred|favou?rite|usual|home)\s+(?=[\p{L}])/giu

/** Entry point: finds words such as "my region", "our store", "the preferred supplier", which only the person can explain. */
export function contextDoubts(question: string, ontology: Ontology): readonly Doubt[] {
  const found = [...question.matchAll(possessive)].flatMap(
    (match) => doubtAt(question, ontology, match) ?? [],
  )
  return [...new Map(found.map((doubt) => [doubt.asks.label, doubt])).values()]
}

interface Owned {
  readonly dataset: Dataset
  readonly field: Field
  readonly words: string
}

function doubtAt(question: string, ontology: Ontology, match: RegExpExecArray): Doubt | null {
  const from = match.index + match[0].length
  const owned = fieldNamed(question.slice(from), ontology)
  if (!owned) return null
  const word = match[1]?.toLowerCase() ?? 'my'
  // Where a field is called “home town”, nobody's home is meant.
  if (isWholeName(`${word} ${owned.words}`, ontology)) return null
  // "our customers" are all of them; "our store" is one.
  const isPlural = fold(owned.words) !== owned.words.toLowerCase()
  if (isPlural || owned.field.statistics.distinct < 2) return null
  const noun = owned.words.toLowerCase()
  const suggestions = samples(owned)
  if (suggestions.length === 0) return null
  return {
    asks: {
      label: `${word.charAt(0).toUpperCase()}${word.slice(1)} ${noun}`,
      why: 'context',
      question: `Which ${noun} do you mean by '${word} ${owned.words}'?`,
      suggestions: [...suggestions, `Every ${noun}`],
    },
    setting: null,
    weight: 0.75,
    span: { start: match.index, end: from + owned.words.length },
    resolve: (answer) => resolveValue(answer, owned, ontology),
    otherwise: {
      effect: { kind: 'nothing' },
      says: `Every ${noun} is included, since it is not known which one '${word} ${owned.words}' is.`,
    },
  }
}

/** The dimension that the words name, or the name field of the dataset that they name. */
function fieldNamed(text: string, ontology: Ontology): Owned | null {
  const words = text.split(/[^\p{L}\p{N}'-]+/u).filter(Boolean)
  for (const count of [3, 2, 1]) {
    const phrase = words.slice(0, count).join(' ')
    const folded = fold(phrase)
    for (const dataset of ontology.datasets) {
      const field = dataset.isHidden
        ? undefined
        : dataset.fields.find((one) => isChoice(one) && namesOf(one).includes(folded))
      if (words.length >= count && field) return { dataset, field, words: phrase }
    }
  }
  const named = datasetAt(text, ontology)
  const field = named?.dataset.fields.find(({ role, isHidden }) => role === 'name' && !isHidden)
  return named && field ? { dataset: named.dataset, field, words: named.words } : null
}

function isWholeName(phrase: string, { datasets }: Ontology): boolean {
  const folded = fold(phrase)
  return datasets.some(({ fields }) => fields.some((one) => isChoice(one) && namesOf(one).includes(folded)))
}

function isChoice({ role, isHidden, type }: Field): boolean {
  return !isHidden && type === 'text' && (role === 'dimension' || role === 'name')
}

/** Only whole values (a value cut at 25 characters would match nothing) that can be written in brackets. */
function samples({ field }: Owned): readonly string[] {
  return field.sample
    .filter((value) => value.trim() !== '' && value.length < 25 && !/[[\]\p{C}]/u.test(value))
    .slice(0, 3)
}

function resolveValue(answer: string, { dataset, field }: Owned, ontology: Ontology): Effect | null {
  const wanted = answer.trim()
  const isHere = (match: { dataset: string; field: string }): boolean =>
    match.dataset === dataset.name && match.field === field.name
  const sample = field.sample.find((value) => value.toLowerCase() === wanted.toLowerCase())
  const exact = sample ?? ontology.values.exact(wanted).find(isHere)?.value
  const near =
    exact ?? ontology.values.near(wanted, 10).find((match) => isHere(match) && match.closeness >= 0.8)?.value
  if (near === undefined)
    return /^(?:all|any|every(?:thing|one)?)\b/i.test(wanted) ? { kind: 'nothing' } : null
  const condition: Condition = {
    kind: 'compare',
    left: refTo(dataset, field),
    operator: '=',
    right: { kind: 'literal', value: near },
  }
  return { kind: 'condition', condition, words: `${field.label} is ${near}` }
}
