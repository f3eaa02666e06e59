import { singularLabel, type Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'

/** "main reason for waste", "why do people get refunds? count by reason": the reasons that rows have, by their number. */
export function withReasonsRanked(question: string, ontology: Ontology): string {
  const counted = whyCounted.exec(question)
  const [, said = '', reason = 'reason', rest = ''] = counted ?? []
  const rows = counted === null ? null : rowsIn(said, ontology)
  if (rows !== null) return `number of ${rows} by ${reason}${rest}`
  return question.replace(mainReason, (all, word: string, of: string, after: string) => {
    const named = rowsIn(of, ontology)
    return named === null ? all : `most common ${singularLabel(named)} ${word}${after}`
  })
}

/** The label of the only rows that the words name and that have a reason. */
function rowsIn(words: string, { datasets }: Ontology): string | null {
  const said = nameWords(words)
  const found = datasets.filter(
    ({ isHidden, label, fields }) =>
      !isHidden &&
      fields.some((field) => !field.isHidden && /\b(?:reason|cause)\b/i.test(field.label)) &&
      nameWords(label).some((word) => said.includes(word)),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only.label
}

const mainReason =
  /^\W*(?:what(?:['’]?s| is| was| are| were) )?(?:the |our )?(?:main|most common|most frequent|commonest|top|biggest|number one|primary|usual) (reason|cause) (?:for|of|behind) (?:the |our |all )?(\p{L}+(?: \p{L}+)?)((?: (?:this|last|in|since)\b.*)?\W*)$/iu
const whyCounted =
  /^\W*why (?:do|did|does|are|were|is|was|have|has) ([^?]+?)[?,;:.–-]+ *(?:please )?(?:(?:the )?(?:count|counts|number|numbers|split|list|broken down|how many)(?: them| it)? )?(?:by|per|for each) (reason|cause)((?: (?:this|last|in|since)\b.*)?)\W*$/iu
