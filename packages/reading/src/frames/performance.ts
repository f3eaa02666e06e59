import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import type { Frame, Note } from '../plan/frame.ts'
import { homeOf } from '../business/moments.ts'
import { reachesOne } from '../business/nearest.ts'

export interface Plainly {
  readonly question: string
  /** What is asked about. Null where two things are compared. */
  readonly thing: string | null
  readonly note: Note
}

/** "how is the north shop doing", "how well does cake sell": what it brings in. Null for other questions. */
export function askedPlainly(question: string): Plainly | null {
  const whole = ofAll.exec(question)
  if (whole !== null) {
    const period = whole[1]?.trim() ?? ''
    return {
      question: `revenue per month ${period === '' ? 'in the last 12 months' : period}`,
      thing: null,
      note,
    }
  }
  const [, one, other, rest = ''] = doing.exec(question) ?? []
  const thing = one ?? other
  if (thing !== undefined && !/^(?:we|i|you|it|that|things|business|they)$/i.test(thing))
    return { question: `sales of ${thing} ${rest}`.trim(), thing: thing.replace(/^the /i, ''), note }
  const [, first, second] = either.exec(question) ?? []
  if (first === undefined || second === undefined) return null
  return { question: `sales ${first} versus ${second}`, thing: null, note }
}

/** "how is business", "how are we doing this year" */
const ofAll =
  /^how(?: is|'s|’s| are| was| were) (?:the |our )?(?:business|trade|shop|store|company|things|we)(?: all)?(?: going| doing| looking| running)?((?: (?:this|last|in|since|so far|lately|today) ?.*?)?)\s*\??$/iu

const doing =
  /^how (?:(?:is|are|was|were) (.+?) (?:doing|going|selling|performing)|(?:well )?(?:does|do|did) (.+?) (?:do|sell|perform))((?: .+?)?)\s*\??$/iu
/** "do we earn more at lunch or in the evening" */
const either =
  /^(?:do|did) (?:we|i) (?:earn|make|take|sell|take in) more (?:money )?((?:at|on|in|with|from|by) .+?),? or ((?:at|on|in|with|from|by) .+?)\s*\??$/iu

const note: Note = {
  about: 'meaning of doing well',
  says: 'How well something does is read as its revenue.',
  changesNumbers: true,
}

/** Whether priced rows have this name that none of these figures is about: a language of courses, beside one of books. */
export function isSoldElsewhere(
  thing: string,
  frames: readonly (Frame | undefined)[],
  ontology: Ontology,
): boolean {
  const homes = frames.flatMap((frame) =>
    (frame?.measures ?? []).flatMap((slot) => ('name' in slot ? (homeOf(slot.name, ontology) ?? []) : [])),
  )
  const named = new Set(ontology.values.exact(thing).map(({ dataset }) => dataset))
  return ontology.datasets.some(
    (dataset) =>
      named.has(dataset.name) &&
      measureNamed(dataset, [['total'], ['amount'], ['price'], ['fee']]) !== null &&
      !homes.some((home) => home === dataset.name || reachesOne(home, dataset.name, ontology)),
  )
}

/** Whether a figure is narrowed to the whole name: a job at the bar is not the "snack bar". */
export function isAllOf(thing: string, frame: Frame | undefined, { datasets }: Ontology): boolean {
  const filters = JSON.stringify(frame?.filters ?? [])
  const labels = datasets
    .filter(({ name }) => filters.includes(JSON.stringify(name)))
    .map(({ label }) => label)
  const texts = [...filters.matchAll(/"(?:value|text)":"([^"]*)"/g)].map(([, text]) => text ?? '')
  const known = new Set([...texts, ...labels].flatMap(nameWords))
  return nameWords(thing).every((word) => known.has(word))
}
