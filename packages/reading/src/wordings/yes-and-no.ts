import type { Ontology } from '@quipu/query'
import { flagsOf } from '../lexicon/flags.ts'
import { singular } from '../words/word-forms.ts'

/** "how many rooms have a balcony and how many do not": the rooms by whether they have one. */
export function withYesAndNo(question: string, ontology: Ontology): string {
  return question.replace(both, (all, rows: string, quality: string) => {
    const said = quality.toLowerCase().split(' ').map(singular).join('')
    const [flag, ...more] = flagsOf(ontology).filter(({ words }) => words.map(singular).join('') === said)
    return flag === undefined || more.length > 0 ? all : `${rows} for each ${flag.words.join(' ')}`
  })
}

const not = String.raw`(?:(?:have|has|are|is|do|does|did|were|was) not|(?:have|has|are|is|do|does|did|were|was)n['’]t|without)`
const both = new RegExp(
  String.raw`(?<=^\W*)(how many (?:\p{L}+ ){0,3}?\p{L}+) (?:have|has|are|is|were|was|with) (?:an? |the )?(\p{L}+(?: \p{L}+){0,2}),? (?:and|&|versus|vs\.?) how many (?:of them )?${not}(?: have)?(?: (?:one|any|it))?(?=\W*$)`,
  'iu',
)
