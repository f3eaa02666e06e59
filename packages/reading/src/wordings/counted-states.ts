import type { Ontology } from '@quipu/query'
import { cardinals } from '../numbers/number-words.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { singular } from '../words/word-forms.ts'

/** "guests with more than one no-show": a value or a yes of rows that is counted stands for these rows: "more than one no-show reservation". */
export function withRowsOfState(question: string, ontology: Ontology): string {
  return question.replaceAll(counted, (all, bound: string, state: string, end: string) => {
    const row = rowCalled(state, ontology)
    return row === null ? all : `${bound} ${singularOf(state)} ${row}${end}`
  })
}

const counted = new RegExp(
  String.raw`\b((?:at least|at most|more than|less than|fewer than|over|exactly|the most|the fewest)(?: (?:\d+|${[...cardinals.keys()].join('|')}))?) (\p{L}+(?:[- ]\p{L}+)?)((?= (?:this|last|in|since|so far|per|by)\b|\W*$))`,
  'giu',
)

function singularOf(state: string): string {
  const words = state.split(/(?<=[- ])/)
  const last = words.at(-1) ?? ''
  return [...words.slice(0, -1), singular(last.toLowerCase())].join('')
}

/** The only rows of which the word is a value or a flag. Null where it names things or a figure. */
function rowCalled(state: string, { datasets, values }: Ontology): string | null {
  const shown = datasets.filter(({ isHidden }) => !isHidden)
  const words = nameWords(state).join(' ')
  const last = nameWords(state).at(-1)
  const isNamed = shown.some(
    ({ label, fields }) =>
      nameWords(label).at(-1) === last ||
      fields.some(
        (field) => !field.isHidden && field.role !== 'flag' && nameWords(field.label).join(' ') === words,
      ),
  )
  if (isNamed) return null
  const written = [
    state,
    singularOf(state),
    singularOf(state).replaceAll('-', ' '),
    singularOf(state).replaceAll(' ', '-'),
  ]
  const homes = new Set([
    ...written.flatMap((text) => values.exact(text).map(({ dataset }) => dataset)),
    ...shown
      .filter(({ fields }) =>
        fields.some((field) => field.role === 'flag' && nameWords(field.label).join(' ') === words),
      )
      .map(({ name }) => name),
  ])
  const [only, ...more] = shown.filter(({ name }) => homes.has(name))
  return only === undefined || more.length > 0 ? null : nameWords(only.label).join(' ')
}
