import {
  planJoins,
  type Condition,
  type Dataset,
  type FieldRef,
  type Ontology,
  type Query,
  type Relationship,
} from '@quipu/query'
import type { ValueCandidate } from '../annotate/chunk.ts'
import { findValues } from '../annotate/values.ts'
import { aggregate, and, compare, emptyQuery, field as fieldOf, literal, rows } from '../interpret/builder.ts'
import { serviceOf } from '../business/durations.ts'
import { isPeople, keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'
import { tokenize, type Token } from '../words/tokens.ts'
import { wordForms } from '../words/word-forms.ts'

/** People who refer to others of the same dataset as those they report to. */
interface Hierarchy {
  readonly people: Dataset
  readonly link: Relationship
}

/** Reads a question about who reports to whom. Null when it is about something else. */
export function readHierarchy(question: string, ontology: Ontology): Reading | null {
  const hierarchy = hierarchyOf(ontology)
  if (hierarchy === null) return null
  const { text, person } = canonical(question, hierarchy, ontology)
  const rule = rules.find(({ pattern }) => pattern.test(text))
  if (rule === undefined) return null
  const built = rule.build({ ...hierarchy, person: person === null ? null : valueCondition(person) })
  if (built === null || 'status' in planJoins(built, ontology)) return null
  const query = headed(built, ontology)
  const restatement = restate(query, ontology)
  return {
    query,
    evidence: [{ words: question, start: 0, end: question.length, meaning: restatement }],
    assumptions: [],
    unmatched: [],
    score: 1,
    confidence: sure,
    restatement,
  }
}

/** The whole question fits a rule. */
const sure = 0.9

/** The only people of the data who refer to each other. */
function hierarchyOf(ontology: Ontology): Hierarchy | null {
  const { datasets, relationships } = ontology
  const found = relationships.flatMap((link) => {
    const people = datasets.find(({ name, isHidden }) => !isHidden && name === link.from)
    return link.from === link.to && people !== undefined && areStaff(people, ontology)
      ? [{ people, link }]
      : []
  })
  // Contracts may refer to the contract before them: they are nobody's staff.
  const people = found.filter((one) => isPeople(one.people))
  const [only, ...more] = people.length > 0 ? people : found
  return only === undefined || more.length > 0 ? null : only
}

/** People by their name, or by the day on which they were hired. */
function areStaff(people: Dataset, ontology: Ontology): boolean {
  return isPeople(people) || serviceOf(people, ontology) !== null
}

const bosses: ReadonlySet<string> = new Set('manager boss supervisor superior'.split(' '))
const staff: ReadonlySet<string> = new Set(
  'people person employee staff worker colleague subordinate member everyone everybody somebody'.split(' '),
)
const leads: ReadonlySet<string> = new Set('manage supervise lead'.split(' '))
const small: ReadonlySet<string> = new Set('the a an our us please currently now all is are'.split(' '))

/** The question with one word for each idea: `boss`, `people`, `leads`, and `@` for a person of the data. */
function canonical(
  question: string,
  { people, link }: Hierarchy,
  ontology: Ontology,
): { readonly text: string; readonly person: ValueCandidate | null } {
  const tokens = tokenize(question)
  const named = personIn(question, tokens, people, ontology)
  const roles = new Set(nameWords(link.fromFields.join(' ')).filter((word) => word.length > 2))
  const own = new Set(nameWords(people.label))
  const words = tokens.flatMap((token, at): readonly string[] => {
    if (named !== null && at >= named.from && at < named.to) return at === named.from ? ['@'] : []
    if (token.kind === 'punctuation') return token.text === "'" ? ["'s"] : []
    const forms = wordForms(token.lower)
    const has = (list: ReadonlySet<string>): boolean => forms.some((form) => list.has(form))
    if (small.has(token.lower)) return []
    if (has(bosses) || (has(roles) && !has(own)))
      return [token.lower.startsWith('report') ? 'report' : 'boss']
    if (has(leads)) return ['leads']
    if (has(staff) || has(own)) return ['people']
    return [forms.includes('report') ? 'report' : token.lower]
  })
  const text = words
    .join(' ')
    .replaceAll('direct report', 'people')
    .replaceAll('boss boss', 'boss')
    .replace(/\b(?:looks? after|in charge of|responsible for)\b/, 'leads')
  return { text, person: named?.person ?? null }
}

interface Named {
  readonly from: number
  readonly to: number
  readonly person: ValueCandidate
}

/** The person that the question names in full: by one field, or by first and last name side by side. */
function personIn(
  question: string,
  tokens: readonly Token[],
  people: Dataset,
  ontology: Ontology,
): Named | null {
  const [first, last] = nameFields(people).map(({ name }) => name)
  const found = findValues(question, tokens, ontology).flatMap(({ from, to, candidates }) => {
    const person = candidates.find((one) => one.dataset === people.name && one.field === first)
    if (person === undefined) return []
    if (last === undefined || person.also !== undefined) return [{ from, to, person }]
    const second = ontology.values
      .exact(tokens[to]?.text ?? '')
      .find((one) => one.dataset === people.name && one.field === last)
    return second === undefined
      ? []
      : [{ from, to: to + 1, person: { ...person, also: { field: last, value: second.value } } }]
  })
  const [longest] = found.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  return (
    longest ??
    (first === undefined || last !== undefined ? null : calledInShort(tokens, people, first, ontology))
  )
}

/** "who reports to Ada": the only person whose full name begins or ends so. */
function calledInShort(
  tokens: readonly Token[],
  people: Dataset,
  field: string,
  { values }: Ontology,
): Named | null {
  const found = tokens.flatMap(({ text, kind }, from) => {
    if (kind !== 'word' || !/^\p{Lu}\p{Ll}{2,}$/u.test(text) || from === 0) return []
    const named = values
      .near(text, 12)
      .filter(
        (one) =>
          one.dataset === people.name &&
          one.field === field &&
          one.value.toLowerCase().split(/\s+/).includes(text.toLowerCase()),
      )
    const [only, ...more] = new Map(named.map((one) => [one.value, one])).values()
    return only === undefined || more.length > 0
      ? []
      : [{ from, to: from + 1, person: { dataset: people.name, field, value: only.value, score: 0.9 } }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

function valueCondition({
  dataset,
  field,
  value,
  also,
}: ValueCandidate): readonly (readonly [FieldRef, string])[] {
  const at = (name: string): FieldRef => ({ kind: 'field', dataset, field: name })
  return [[at(field), value], ...(also === undefined ? [] : [[at(also.field), also.value] as const])]
}

interface Asked extends Hierarchy {
  readonly person: readonly (readonly [FieldRef, string])[] | null
}

interface Rule {
  readonly pattern: RegExp
  readonly build: (asked: Asked) => Query | null
}

const rules: readonly Rule[] = [
  // "who reports to whom", "employees with their managers", "who is the manager of each employee"
  {
    pattern:
      /^(?:who (?:report to|leads) whom|(?:(?:show|list|give me) )?(?:(?:each|every) )?people (?:and|with) (?:their|his) boss|who boss of (?:each|every) people|(?:each|every) people 's boss|who each people 's boss|who does (?:each|every) people report to|who leads (?:each|every) people|boss (?:of|for|per|by) (?:each |every )?people)$/,
    build: pairs,
  },
  // "who reports to Ada Berg", "Ada Berg's team", "how many people work under Ada Berg"
  {
    pattern:
      /^how many people (?:(?:do |does )?report to|work for|work under|under|does) @(?: leads| have)?$/,
    build: (asked) => teamOf(asked, true),
  },
  {
    pattern:
      /^(?:(?:who|which people|(?:(?:show|list|give me) )?people(?: who| that)?) (?:report to|reporting to|work for|works for|work under|works under|under) @|@ 's (?:team|people|report)|who does @ leads|who (?:in|on) @ 's team)$/,
    build: (asked) => teamOf(asked, false),
  },
  // "who is Ada Berg's manager", "who supervises Ada Berg", "who does Ada Berg report to"
  {
    pattern:
      /^(?:(?:who )?(?:@ 's boss|boss of @)|who leads @|who does @ report to|to whom does @ report|who @ 's boss)$/,
    build: bossOf,
  },
  // "how many people report to each manager", "which manager has the most people"
  {
    pattern:
      /^(?:(?:how many|number of) people (?:(?:do |does )?report to|work for|work under|does|per|by|for|under)(?: (?:each|every))? boss(?: has| have| leads)?|people (?:per|by) boss|team size (?:per|by|of each) boss|how many people has each boss)$/,
    build: (asked) => sizes(asked, null),
  },
  {
    pattern:
      /^(?:(?:which|what) boss (?:has|leads|have) (?:most|biggest|largest) (?:people|team)|who (?:has|leads) (?:most people|(?:biggest|largest) team)|boss with (?:most people|(?:biggest|largest) team))$/,
    build: (asked) => sizes(asked, 'desc'),
  },
  {
    pattern:
      /^(?:(?:which|what) boss (?:has|leads|have) (?:fewest|least|smallest) (?:people|team)|who (?:has|leads) (?:fewest people|smallest team)|boss with (?:fewest people|smallest team))$/,
    build: (asked) => sizes(asked, 'asc'),
  },
]

/** The name under which the person reported to appears. */
const upper = 'manager'

function upperOf({ people, link }: Hierarchy): Pick<Query, 'appearances'> {
  return { appearances: [{ as: upper, dataset: people.name, via: link.name, from: people.name, end: 'to' }] }
}

const names = ({ people }: Hierarchy): readonly FieldRef[] =>
  nameFields(people).map((one) => fieldOf(people, one))
const above = (of: FieldRef): FieldRef => ({ ...of, as: upper })
const shown = (fields: readonly FieldRef[]): Query['outputs'] =>
  fields.map((expression) => ({ expression, label: '' }))

function pairs(asked: Asked): Query {
  return {
    ...emptyQuery(asked.people),
    ...upperOf(asked),
    outputs: shown([...names(asked), ...names(asked).map(above)]),
    keepUnmatched: true,
  }
}

function meets(person: Asked['person'], isAbove: boolean): Condition | null {
  return and((person ?? []).map(([of, value]) => compare(isAbove ? above(of) : of, '=', literal(value))))
}

function teamOf(asked: Asked, isCount: boolean): Query | null {
  const where = meets(asked.person, true)
  if (where === null) return null
  const query = { ...emptyQuery(asked.people), ...upperOf(asked), where }
  return isCount
    ? { ...query, outputs: [{ expression: aggregate('count', rows(asked.people)), label: '' }] }
    : { ...query, outputs: shown(names(asked)) }
}

function bossOf(asked: Asked): Query | null {
  const where = meets(asked.person, false)
  if (where === null) return null
  return {
    ...emptyQuery(asked.people),
    ...upperOf(asked),
    where,
    outputs: shown(names(asked).map(above)),
  }
}

function sizes(asked: Asked, ranked: 'asc' | 'desc' | null): Query {
  const count = aggregate('count', rows(asked.people))
  const keys = keyFields(asked.people).map((one) => above(fieldOf(asked.people, one)))
  const own = names(asked).map(above)
  return {
    ...emptyQuery(asked.people),
    ...upperOf(asked),
    outputs: [...shown(own), { expression: count, label: '' }],
    groupBy: [...own, ...keys.filter((key) => !own.some(({ field }) => field === key.field))],
    orderBy: [{ expression: count, direction: ranked ?? 'desc' }],
    limit: ranked === null ? null : 1,
  }
}
