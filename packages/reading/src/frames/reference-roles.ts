import type { Dataset, Field, Ontology } from '@quipu/query'
import { stemsOf } from '../lexicon/event-fields.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import { wordForms } from '../words/word-forms.ts'
import type { Open } from './cell.ts'

/** A reference with a name of its own: `rep_no` to employees, `taken_by`. */
interface RoleField {
  readonly dataset: Dataset
  readonly field: Field
  /** The dataset that it refers to. */
  readonly to: string
  readonly words: readonly string[]
}

const known = new WeakMap<Ontology, readonly RoleField[]>()

/** Made once for each ontology. */
function rolesOf(ontology: Ontology): readonly RoleField[] {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = ontology.relationships.flatMap(({ from, fromFields, to }) => {
    const dataset = ontology.datasets.find(({ name, isHidden }) => name === from && !isHidden)
    const field = dataset?.fields.find(({ name, isHidden }) => name === fromFields[0] && !isHidden)
    if (dataset === undefined || field === undefined || fromFields.length > 1) return []
    const words = field.label
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => !ofKeys.has(word))
    const target = ontology.datasets.find(({ name }) => name === to)
    const isSame = words.every((word) => nameWords(target?.label ?? '').includes(word))
    return words.length === 0 || isSame ? [] : [{ dataset, field, to, words }]
  })
  known.set(ontology, made)
  return made
}

const ofKeys: ReadonlySet<string> = new Set('id no nr number key code ref'.split(' '))
/** Words that say no more about the people who serve customers. */
const kinds: ReadonlySet<string> = new Set('sales account personal assigned responsible'.split(' '))

/** "without a sales rep": the reference `rep_no` of the row itself. */
export function addRoles(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, at) => {
    if (token.kind !== 'word') return
    const roles = rolesOf(ontology).filter(
      ({ words: [only = '', ...more] }) => more.length === 0 && token.forms.includes(only),
    )
    nameByPhrase(tokens, at, ontology, span)
    if (roles.length === 0) return
    if (!isLacking(tokens, at)) {
      nameByRole(span(at, at + 1), roles, tokens, at, ontology)
      return
    }
    const from = kinds.has(tokens[at - 1]?.lower ?? '') ? at - 1 : at
    const cell = span(from, at + 1)
    cell.metric = null
    cell.nouns = roles.map(({ dataset, field }) => ({
      kind: 'field',
      dataset,
      field,
      score: 0.99,
      saysDataset: false,
    }))
    cell.worth = Math.max(cell.worth, at + 1 - from === 1 ? 1.2 : 2.6)
  })
}

/** "which vet earned the most", "sales per vet": those whom `vet_id` refers to. Not all of them need be vets, so they are not counted. */
function nameByRole(
  cell: Open,
  roles: readonly RoleField[],
  tokens: readonly Token[],
  at: number,
  { datasets, relationships }: Ontology,
): void {
  const [to, ...more] = new Set(roles.map((role) => role.to))
  // Where rows refer to the same people in another role too, it is not known which of them is meant.
  const isOther = relationships.some(
    (one) =>
      one.to === to &&
      one.from !== to &&
      !roles.some(({ dataset, field }) => dataset.name === one.from && field.name === one.fromFields[0]),
  )
  if (isOther) return
  const dataset = datasets.find(({ name, isHidden }) => name === to && !isHidden)
  const before = tokens[at - 1]?.lower ?? ''
  const isRanked =
    /^(?:which|what)$/.test(before) &&
    tokens.some(({ lower }) => /^(?:most|best|highest|least|worst|lowest|fewest)$/.test(lower))
  if (dataset === undefined || more.length > 0 || !(isRanked || /^(?:per|by|each|every)$/.test(before)))
    return
  if (cell.nouns.some(({ score }) => score >= 0.9) || cell.values.length > 0) return
  cell.nouns = [{ kind: 'dataset', dataset, score: 0.9 }, ...cell.nouns]
  cell.worth = Math.max(cell.worth, 0.95)
}

/** "how many clients does each account manager have", "jobs per vet": those whom a reference of the clients or jobs refers to, and not a job title. */
function nameByPhrase(
  tokens: readonly Token[],
  at: number,
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  if (!/^(?:per|by|each|every)$/.test(tokens[at - 1]?.lower ?? '')) return
  const said = new Set(tokens.flatMap(({ forms, lower }) => [...forms, lower]))
  const [role, ...more] = rolesOf(ontology).filter(
    ({ dataset, words, to }) =>
      dataset.name !== to &&
      words.every((word, i) => tokens[at + i]?.forms.includes(word) || tokens[at + i]?.lower === word) &&
      nameWords(dataset.label).every((word) => said.has(word)),
  )
  const dataset = ontology.datasets.find(({ name, isHidden }) => name === role?.to && !isHidden)
  if (role === undefined || more.length > 0 || dataset === undefined) return
  const isTwice =
    ontology.relationships.filter(({ from, to }) => from === role.dataset.name && to === role.to).length > 1
  if (isTwice) return
  const cell = span(at, at + role.words.length)
  cell.nouns = [{ kind: 'dataset', dataset, score: 0.98 }]
  cell.values = []
  cell.metric = null
  cell.worth = Math.max(cell.worth, role.words.length + 0.6)
}

function isLacking(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 4), at).map(({ lower }) => lower)
  return before.some(
    (word) => word === 'without' || word === 'no' || word === 'missing' || word === 'lacking',
  )
}

/** "who took in the most jobs": the people in the field `taken_by` of the jobs. Null where the field is not the only reference to them. */
/** The text that names who did it: `taken by`. */
export function doneBy(verb: string, object: Dataset): Field | null {
  const [first = ''] = verb.toLowerCase().split(' ')
  const stems = new Set([...stemsOf(first), ...wordForms(first)])
  const [only, ...more] = visible(object).filter(({ type, role, label }) => {
    const [word = '', by, ...rest] = label.toLowerCase().split(' ')
    const isSame = [...stemsOf(word), ...wordForms(word)].some((stem) => stems.has(stem))
    return type === 'text' && role !== 'identifier' && by === 'by' && rest.length === 0 && isSame
  })
  return only === undefined || more.length > 0 ? null : only
}

export function doerOf(verb: string, object: Dataset, ontology: Ontology): string | null {
  const [first = ''] = verb.toLowerCase().split(' ')
  const stems = stemsOf(first)
  const [only, ...more] = rolesOf(ontology).filter(
    ({ dataset, words }) =>
      dataset === object &&
      words.at(-1) === 'by' &&
      words.some((word) => [...stemsOf(word)].some((stem) => stems.has(stem))),
  )
  if (only === undefined || more.length > 0) return null
  const same = ontology.relationships.filter(({ from, to }) => from === object.name && to === only.to)
  return same.length === 1 ? only.to : null
}
