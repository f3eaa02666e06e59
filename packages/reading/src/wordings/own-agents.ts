import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { rawWords } from '../lexicon/name-words.ts'

/** "courses offered by the department of law": where the courses have a department, the verb says no more than that. */
export function withoutOwnAgents(question: string, { datasets }: Ontology): string {
  return question.replaceAll(done, (all, thing: string, verb: string, article: string, after: string) => {
    const dataset = datasets.find(
      ({ isHidden, label }) => !isHidden && rawWords(label).join(' ') === rawWords(thing).join(' '),
    )
    if (dataset === undefined || notDone.test(verb)) return all
    const fields = visible(dataset).filter(
      ({ type, role, label }) => type === 'text' && role !== 'name' && isNamed(after, label),
    )
    const isEvent = visible(dataset).some(({ label }) => rawWords(label)[0] === verb.toLowerCase())
    return fields.length !== 1 || isEvent ? all : `${thing} of ${article}${after}`
  })
}

/** "department of law", "Law department": the field, and nothing of another kind. */
function isNamed(after: string, label: string): boolean {
  const own = rawWords(label).join(' ')
  const words = after.split(' ')
  const end = words.findIndex(
    (word, at) => at > 0 && /^(?:of|in|on|for|with|and|or|this|last|since|per|by)$/.test(word),
  )
  const head = words.slice(0, end > 0 ? end : words.length).join(' ')
  const capitals = words.findIndex((word) => !/^["“]?[\p{Lu}\d]/u.test(word))
  const last = capitals > 0 ? words.slice(capitals, capitals + own.split(' ').length).join(' ') : ''
  return [head, last].some((said) => rawWords(said).join(' ') === own)
}

const done =
  /\b(\p{L}+)(?: (?:that|which) (?:are|were|is|was))? (\p{L}{2,}ed) by ((?:the |our |each |every )?)((?:["“]?[\p{L}\d]+["”]? ){0,3}["“]?[\p{L}\d]+["”]?)/giu
const notDone = /^(?:order|sort|rank|group|divid|split|list|follow|paid|limit|multipli|cover)ed$/i
