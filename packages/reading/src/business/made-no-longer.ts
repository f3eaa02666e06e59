import type { Dataset, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/**
 * "beers we no longer make", "products we still sell": those that the data calls discontinued, and the others. Every other word keeps
 * its place.
 */
export function withThingsStopped(question: string, ontology: Ontology): string {
  const ended = endedThings(ontology)
  if (ended.length === 0) return question
  const wordOf = (noun: string): string | null =>
    ended.find(({ dataset }) => isCalled(dataset, noun, ended.length === 1))?.word ?? null
  return question
    .replace(stopped, (all: string, noun: string) => {
      const word = wordOf(noun)
      return word === null ? all : `${word} ${noun}`
    })
    .replace(kept, (all: string, noun: string, rest: string = '') => {
      const word = wordOf(noun)
      return word === null ? all : `${noun}${rest} that are not ${word}`
    })
}

/** What is done with things, and not what is needed or owed. */
const does = String.raw`(?!(?:have|need|want|owe|must|should|wait|expect|hope|require)\b)\p{L}+`
const doing = String.raw`\p{L}+ing`
const noun = String.raw`(\p{L}+)(?: that| which)?`
const stopped = new RegExp(
  String.raw`\b${noun} (?:(?:do |did )?we (?:no longer ${does}|(?:do not|don['’]t) ${does} (?:any ?more|any longer)|(?:have )?(?:stopped|discontinued|ceased) ${doing})|(?:are|is) no longer (?:made|sold|produced|offered|available))\b`,
  'iu',
)
const kept = new RegExp(
  String.raw`\b${noun} (?:do )?we (?:still|currently) ${does}(?! \p{L}+ing\b)( (?:that|which) (?:nobody|no one|no-one|noone) .+?(?=\W*$))?`,
  'iu',
)

interface Ended {
  readonly dataset: Dataset
  readonly word: string
}

const words = ['discontinued', 'retired', 'withdrawn', 'delisted', 'archived', 'phased out']

/** Things with a day, a mark or a state that says that they are no longer made. */
function endedThings({ datasets, values }: Ontology): readonly Ended[] {
  return datasets.flatMap((dataset): readonly Ended[] => {
    if (dataset.isHidden) return []
    const word = words.find(
      (each) =>
        visible(dataset).some(({ label }) => label.toLowerCase().includes(each)) ||
        values.exact(each).some((value) => value.dataset === dataset.name),
    )
    return word === undefined ? [] : [{ dataset, word }]
  })
}

function isCalled({ label }: Dataset, said: string, isOnly: boolean): boolean {
  const [word = ''] = nameWords(said)
  return (
    nameWords(label).at(-1) === word || (isOnly && /^(?:product|item|article|thing|good|line)$/.test(word))
  )
}
