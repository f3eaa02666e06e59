import type { Dataset, Field, Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** "labour vs parts revenue", "hours sold vs hours clocked": two figures beside each other, each by its whole name. */
export function withMeasuresBeside(question: string, ontology: Ontology): string {
  const cut = /^(.+?) (?:vs\.?|versus|against) (.+)$/iu.exec(question)
  if (cut === null) return question
  const [, before = '', after = ''] = cut
  const left = endingIn(before, (text) => isFigure(text, ontology))
  const right = startingWith(after, (text) => isFigure(text, ontology))
  if (right === null) return question
  if (left !== null) return `${before} and ${after}`
  // The word for money stands once, behind both.
  const noun = right.split(' ').at(-1) ?? ''
  const short = endingIn(before, (text) => isFigure(`${text} ${noun}`, ontology))
  return short === null ? question : `${before} ${noun} and ${after}`
}

const mostWords = 4

function endingIn(text: string, is: (part: string) => boolean): string | null {
  const words = text.split(' ')
  for (let size = Math.min(mostWords, words.length); size > 0; size--) {
    const part = words.slice(-size).join(' ')
    if (is(part)) return part
  }
  return null
}

function startingWith(text: string, is: (part: string) => boolean): string | null {
  const words = text.replace(/[?.!]+$/, '').split(' ')
  for (let size = Math.min(mostWords, words.length); size > 0; size--) {
    const part = words.slice(0, size).join(' ')
    if (is(part)) return part
  }
  return null
}

function isFigure(text: string, ontology: Ontology): boolean {
  const said = nameWords(text)
  if (said.length < 2) return false
  return (
    businessOf(ontology).metricNamed(said.join(' ')) !== null ||
    businessOf(ontology).metricNamed(text.toLowerCase()) !== null ||
    measures(ontology).some(({ field }) => nameWords(field.label).join(' ') === said.join(' '))
  )
}

/** "how many hours did Ann clock last week", where rows have `hours clocked` beside `hours sold`: the verb says which. */
export function withVerbOfMeasure(question: string, ontology: Ontology): string {
  const named = (all: string, noun: string, who: string, verb: string): string => {
    const stems = stemsOf(verb.toLowerCase())
    const [thing] = nameWords(noun)
    const called = measures(ontology).filter(({ field }) => nameWords(field.label)[0] === thing)
    const [only, ...more] = called.filter(({ field }) => {
      const [, done = '', ...others] = nameWords(field.label)
      return others.length === 0 && [...stemsOf(done)].some((stem) => stems.has(stem))
    })
    // One alone needs no telling apart.
    if (only === undefined || more.length > 0 || called.length < 2) return all
    return `total ${only.field.label} by ${who}`
  }
  return didSo.reduce((text, form) => text.replace(form, named), question)
}

const asked = String.raw`^\W*how many (\p{L}+) (?:did|does|do|has|have) ((?!(?:we|you|they|it|i)\b)\p{L}+`
const didSo: readonly RegExp[] = ['', String.raw` \p{L}+`].map(
  (surname) => new RegExp(String.raw`${asked}${surname}) (\p{L}{3,})(?= |\W*$)`, 'iu'),
)

/** "how much profit did we make on parts": the profit on parts, where the data has a figure of this name. */
export function withFigureOfThing(question: string, ontology: Ontology): string {
  return question.replace(made, (all, money: string, by: string, thing: string) => {
    const name = `${money} ${by} ${thing}`.toLowerCase()
    return businessOf(ontology).metricNamed(name) === null ? all : name
  })
}

const made =
  /^\W*how much (profit|margin|revenue|income|turnover) (?:did|do|have|are) we (?:make|made|making|earn|earned|get) (on|from|for) (?:the |our )?(\p{L}+)/iu

function measures({ datasets }: Ontology): readonly { readonly dataset: Dataset; readonly field: Field }[] {
  return datasets.flatMap((dataset) =>
    dataset.isHidden
      ? []
      : visible(dataset)
          .filter(isMeasure)
          .map((field) => ({ dataset, field })),
  )
}
