import type { Ontology } from '@quipu/query'

/** "orders that still have to go out": what has not left, in the words of the data where it has some. */
export function withToDo(question: string, ontology: Ontology): string {
  const has = (value: string): boolean => ontology.values.exact(value).length > 0
  const sent = notSent.find(has)
  const absent = noShow.some(has)
  return question
    .replaceAll(toGo, (text: string, be: string | undefined) =>
      sent === undefined ? text : `${be ?? 'are '}${sent}`,
    )
    .replaceAll(didNotCome, (text, asked: string) => (absent ? `${asked} no shows` : text))
}

const toGo =
  /\b(are |is |were |was )?(?:still |yet )?(?:waiting|have|has|had|need|needs|yet|left|remaining|still|due|ready)(?: got)? to (?:go out|be sent out|be sent off|leave|go off|get out)\b/giu
const notSent = [
  'unfulfilled',
  'unshipped',
  'not shipped',
  'to ship',
  'to be shipped',
  'awaiting dispatch',
  'awaiting shipment',
]

const didNotCome =
  /\b(how many)(?: \p{L}+){1,2} (?:did not|didn['’]t|never) (?:turn(?:ed)? up|show(?:ed)?(?: up)?|come|came|appear(?:ed)?)\b/giu
const noShow = ['no show', 'no-show', 'noshow', 'no shows']
