import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** Says in one way what lies ahead: "which orders should arrive next week", "what is planned for tomorrow", "future events". */
export function withPlansSaid(question: string, ontology: Ontology): string {
  return question
    .replace(askedTwice, '')
    .replace(future, (all, noun: string) =>
      ontology.values.exact(all.toLowerCase()).length > 0 || isSaid('future', ontology)
        ? all
        : `upcoming ${noun}`,
    )
    .replace(expected, '$1 are due ')
    .replace(planned, (all, word: string) => (isSaid(word.split(' ')[0] ?? '', ontology) ? all : ' '))
}

const ahead =
  '(?=(?:(?:in|within|over|during|for|on|by|until) )?(?:the )?(?:next|coming|following|rest of|remaining|this|tomorrow|today|tonight)\\b)'
const askedTwice =
  /^\W*what(?:['’]s| is| have we got| do we have) (?:coming up|ahead|planned|next|on|to come)\s*[?:.–-]\s*(?=(?:list|show|which|what|all|give)\b)/iu
const future =
  /(?<=^\W*(?:(?:what|which|list|show(?: me)?|our|the|all|any|how many|of) )*)\bfuture (\p{L}+)/iu
const arriving =
  '(?:arrive|come in|come|be delivered|be ready|be done|be finished|be completed|be shipped|be back|come back|be returned|be paid|reach us|turn up|show up)'
const expected = new RegExp(
  String.raw`^(\W*(?:(?:which|what|how many|list|show)(?: (?:of )?(?:our|the))? )?\p{L}+(?: \p{L}+)?) (?:that |which )?(?:should|ought to|(?:is|are) (?:supposed|meant|expected|due|scheduled|planned) to) ${arriving} ${ahead}`,
  'iu',
)
const planned = new RegExp(
  String.raw`(?<!\bhours?)(?: (?:is|are|do we have|have we got|have we))?(?: already)? (planned(?: in)?|scheduled(?: in)?|arranged|lined up|pencilled in|booked(?: in)?|on the cards)(?: in)? (?:for |(?!this\b))${ahead}`,
  'iu',
)

/** Whether the data has this word itself. */
function isSaid(word: string, { datasets, values }: Ontology): boolean {
  const stems = stemsOf(word)
  const isOf = (name: string): boolean =>
    nameWords(name).some((one) => [...stemsOf(one)].some((stem) => stems.has(stem)))
  return (
    values.exact(word).length > 0 ||
    datasets.some(
      (each) => !each.isHidden && (isOf(each.label) || visible(each).some(({ label }) => isOf(label))),
    )
  )
}
