import type { Dataset, Field, IndexedValue, Ontology, ValueIndex } from '@quipu/query'
import { isMoment, isPeople, nameFields, visible } from './dataset-fields.ts'
import { stemsOf } from './event-fields.ts'
import { nameWords } from './name-words.ts'
import { singular } from '../words/word-forms.ts'
import { remembered } from './remembered.ts'

/** Rows that stand for a stretch of time, one after the other: terms, seasons, pay periods. */
export interface SpanRows {
  readonly dataset: Dataset
  readonly name: Field
  readonly begin: Field
}

export const turns = ['this', 'last', 'next'] as const
export type Turn = (typeof turns)[number]

/** What stands for one of these rows until its dates are put in its place. No data has such a value. */
export function turnValue(turn: Turn, { dataset }: SpanRows): string {
  return `(${turn} ${calledBy(dataset)})`
}

/** The one row by its name: `school year`. */
export function calledBy({ label }: Dataset): string {
  const [last = '', ...before] = label.toLowerCase().split(' ').toReversed()
  return [...before.toReversed(), singular(last)].join(' ')
}

const stretches =
  /\b(?:terms?|semesters?|trimesters?|seasons?|periods?|editions?|sprints?|(?:school|academic|club|course|financial|fiscal|membership) years?)$/i
const begins = /\b(?:start\w*|begin\w*|from|first day|opens?)\b/i
const ends = /\b(?:end\w*|finish\w*|until|till|to|last day|clos\w*)\b/i

/** By what the rows are called, and by a first and a last day that each of them has. */
export const spanRowsOf: (dataset: Dataset) => SpanRows | null = remembered((dataset) => {
  if (dataset.isHidden || isPeople(dataset) || !stretches.test(dataset.label)) return null
  const times = visible(dataset).filter(
    (field) => isMoment(field) && field.type !== 'number' && field.timeFormat !== 'other-text',
  )
  const begin = times.find(({ label, statistics }) => begins.test(label) && statistics.nulls === 0)
  const end = times.find((field) => field !== begin && ends.test(field.label))
  const [name, ...more] = nameFields(dataset).filter(({ type }) => type === 'text')
  return begin === undefined || end === undefined || name === undefined || more.length > 0
    ? null
    : { dataset, name, begin }
})

const said: Readonly<Record<Turn, string>> = {
  this: '(?:this|the current|our current|the present|the running)',
  last: '(?:last|the last|the previous|the past|the preceding)',
  next: '(?:next|the next|the coming|the upcoming)',
}

/** The ontology in which "this term" is a value. The same where no rows stand for a stretch of time. */
export const withTurns: (ontology: Ontology) => Ontology = remembered((ontology) => {
  const rows = ontology.datasets.flatMap((each) => spanRowsOf(each) ?? [])
  return rows.length === 0 ? ontology : { ...ontology, values: withValues(ontology.values, rows) }
})

function withValues(values: ValueIndex, rows: readonly SpanRows[]): ValueIndex {
  const added = new Map<string, IndexedValue[]>()
  for (const each of rows)
    for (const turn of turns) {
      const value = turnValue(turn, each)
      const one = { dataset: each.dataset.name, field: each.name.name, value }
      added.set(standFor(turn, each), [...(added.get(standFor(turn, each)) ?? []), one as IndexedValue])
    }
  return {
    size: values.size,
    partial: values.partial,
    near: (phrase, most) => values.near(phrase, most),
    exact: (phrase) => added.get(phrase.trim().toLowerCase()) ?? values.exact(phrase),
    begins: (phrase) =>
      [...added.keys()].some((one) => one.startsWith(phrase.trim().toLowerCase())) || values.begins(phrase),
  }
}

/** One word, which no other step takes apart. */
export function standFor(turn: Turn, { dataset }: SpanRows): string {
  return `${turn}${nameWords(dataset.label).join('')}`
}

/** "this term", "the previous season": in the one word that stands for it. */
export function withTurnsSaid(question: string, { datasets }: Ontology): string {
  const spans = datasets.flatMap((each) => spanRowsOf(each) ?? [])
  // "those of last term who are not back this term": rows of one that lack the other are no rows of both.
  const isOfTwo = /\b(?:last|previous)\b.*\b(?:this|current)\b/iu.test(question) && !side.test(question)
  return isOfTwo
    ? question
    : spans.reduce((text, rows) => {
        const words = calledBy(rows.dataset).split(' ')
        // "this year" is no school year.
        const last = words.at(-1) ?? ''
        const names = /^(?:year|period)s?$/.test(last) ? words.join(' ') : `(?:${words.join(' ')}|${last})`
        return turns.reduce(
          (made, turn) =>
            made
              .replaceAll(
                new RegExp(String.raw`\b${said[turn]} ${names}\b(?! \d|['’]s)`, 'giu'),
                standFor(turn, rows),
              )
              .replace(
                new RegExp(
                  String.raw`\b(are|were) (\p{L}+ed) (?:in |on |for |during )?(?=${standFor(turn, rows)}\b)`,
                  'iu',
                ),
                (all, be: string, verb: string) => (isLink(verb, datasets) ? `${be} there ` : all),
              ),
          text,
        )
      }, question)
}

const side = /\b(?:vs\.?|versus|and|or|than|compare[ds]?|against|with)\b/iu

/** "students who are enrolled": that there is an enrolment. */
function isLink(verb: string, datasets: readonly Dataset[]): boolean {
  const stems = stemsOf(verb.toLowerCase())
  return datasets.some(
    ({ label, isHidden }) =>
      !isHidden && nameWords(label).some((word) => [...stemsOf(word)].some((stem) => stems.has(stem))),
  )
}
