import {
  planJoins,
  type Condition,
  type Dataset,
  type FieldRef,
  type Ontology,
  type Query,
  type Relationship,
} from '@quipu/query'
import { findValues } from '../annotate/values.ts'
import { and, compare, emptyQuery, field as fieldOf, literal } from '../interpret/builder.ts'
import { endMoment } from '../business/end-moment.ts'
import { isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'
import { tokenize, type Token } from '../words/tokens.ts'

/** "who runs the harbour shop", "who is in charge of each depot": the person whom the place or thing refers to as the one who leads it. */
export function readLeader(question: string, ontology: Ontology): Reading | null {
  const asked = leading.exec(question)
  if (asked === null) return null
  const found = (of: typeof leaderOf): readonly Query[] =>
    ontology.relationships.flatMap((link) => {
      const query = of(question, asked[0].length, link, ontology)
      return query === null || 'status' in planJoins(query, ontology) ? [] : [headed(query, ontology)]
    })
  const referred = found(leaderOf)
  const byJob = referred.length === 0 ? found(leaderByJob) : []
  const [query, ...more] = [...referred, ...byJob]
  if (query === undefined || more.length > 0) return null
  const says = 'Who leads is told by the job of those who work there now.'
  const restatement = restate(query, ontology)
  return {
    query,
    evidence: [{ words: question, start: 0, end: question.length, meaning: restatement }],
    assumptions: byJob.length === 0 ? [] : [{ about: 'who leads', says, changesNumbers: true }],
    unmatched: [],
    score: 1,
    confidence: sure,
    restatement,
  }
}

/** The whole question fits. */
const sure = 0.9

const leading =
  /^\W*who(?:'s| is| are| was)?(?: currently| now)? (?:runs|run|leads|lead|leading|manages|manage|managing|heads|heading|in charge of|responsible for|running|looks after|(?:the |our )?(?:manager|head|lead|leader|boss|director|supervisor) (?:of|at|in|for))\b/i

const roles: ReadonlySet<string> = new Set(
  'manager manage managed lead led leader head headed boss director supervisor supervise supervised run chief warden keeper responsible'.split(
    ' ',
  ),
)

/** What is led, whether it is named, or all of them. Null where a word of the question has no place. */
function leaderOf(question: string, from: number, link: Relationship, ontology: Ontology): Query | null {
  const led = ontology.datasets.find(({ name, isHidden }) => name === link.from && !isHidden)
  const people = ontology.datasets.find(({ name, isHidden }) => name === link.to && !isHidden)
  const role = led?.fields.find(({ name }) => name === link.fromFields[0])
  if (led === undefined || people === undefined || role === undefined || led === people) return null
  const words = [...nameWords(role.label), ...role.label.toLowerCase().split(/\W+/)]
  if (!isPeople(people) || !words.some((word) => roles.has(word))) return null
  const place = placeIn(question, from, led, ontology)
  if (place === null) return null
  const who = nameFields(people).map((field): FieldRef => ({ ...fieldOf(people, field), as: leader }))
  return {
    ...emptyQuery(led),
    appearances: [{ as: leader, dataset: people.name, via: link.name, from: led.name, end: 'to' }],
    outputs: [...(place.is === null ? [place.name] : []), ...who].map(shown),
    where: place.is,
  }
}

/** Where the place refers to nobody: those who work there now in a job that leads. */
function leaderByJob(question: string, from: number, link: Relationship, ontology: Ontology): Query | null {
  const people = ontology.datasets.find(({ name, isHidden }) => name === link.from && !isHidden)
  const led = ontology.datasets.find(({ name, isHidden }) => name === link.to && !isHidden)
  if (led === undefined || people === undefined || led === people || !isPeople(people)) return null
  const place = placeIn(question, from, led, ontology)
  const [job, ...more] = visible(people).filter(
    ({ label, type }) => type === 'text' && /\b(?:job|role|position|job title|function)$/i.test(label),
  )
  const leads = (job?.sample ?? []).filter((value) => nameWords(value).some((word) => roles.has(word)))
  if (place === null || job === undefined || more.length > 0 || leads.length === 0) return null
  const end = endMoment(people)
  const who = nameFields(people).map((field) => fieldOf(people, field))
  return {
    ...emptyQuery(people),
    outputs: [...(place.is === null ? [place.name] : []), ...who].map(shown),
    where: and([
      ...(place.is === null ? [] : [place.is]),
      { kind: 'in', of: fieldOf(people, job), values: [...new Set(leads)] },
      ...(end === null ? [] : [{ kind: 'null', of: fieldOf(people, end) } as const]),
    ]),
  }
}

function shown(expression: FieldRef): Query['outputs'][number] {
  return { expression, label: '' }
}

interface Place {
  readonly name: FieldRef
  /** Null for each of them. */
  readonly is: Condition | null
}

/** Which place is led. Null where a word of the question has no place in it. */
function placeIn(question: string, from: number, led: Dataset, ontology: Ontology): Place | null {
  const tokens = tokenize(question)
  const [name] = nameFields(led)
  const [named, ...more] = findValues(question, tokens, ontology).flatMap((one) => {
    const value = one.candidates.find(({ dataset, field }) => dataset === led.name && field === name?.name)
    return value === undefined ? [] : [{ ...one, value }]
  })
  const rest = tokens.filter(
    ({ start, kind }, at) =>
      start >= from && kind !== 'punctuation' && !(named !== undefined && at >= named.from && at < named.to),
  )
  if (name === undefined || more.length > 0 || !rest.every((token) => isOf(token, led, ontology))) return null
  const isEach = rest.some(({ lower }) => /^(?:each|every|all|which|what)$/.test(lower))
  if ((named === undefined) !== isEach) return null
  const what = fieldOf(led, name)
  return { name: what, is: named === undefined ? null : compare(what, '=', literal(named.value.value)) }
}

/** The name under which the one who leads appears. */
const leader = 'leader'

/** The name of what is led, its kind, or a word that says nothing. */
function isOf({ lower, forms }: Token, led: Dataset, { values }: Ontology): boolean {
  return (
    /^(?:the|our|a|an|in|at|of|now|currently|each|every|all|which|what|moment)$/.test(lower) ||
    nameWords(led.label).some((word) => forms.includes(word)) ||
    forms.some((form) => values.exact(form).some(({ dataset }) => dataset === led.name))
  )
}
