import {
  planJoins,
  type Condition,
  type Dataset,
  type FieldRef,
  type Ontology,
  type Query,
} from '@quipu/query'
import { reachesOne } from '../business/nearest.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import type { FilterSlot, Frame, Note } from '../plan/frame.ts'
import type { Reading } from '../plan/reading.ts'
import { restate } from '../restate/restate.ts'
import { buildFrame } from './build-frame.ts'
import { endMoment } from '../business/end-moment.ts'

/** Figures that were shown beside those of the slots are shown again. */
export function withFiguresShown(
  reading: Reading,
  previous: Reading,
  frame: Frame,
  ontology: Ontology,
): Reading {
  const built = buildFrame(frame, ontology)
  const known = new Set(figuresOf(built?.outputs ?? []).map(textOf))
  const shown = figuresOf(previous.query.outputs)
  // A figure may be written in two ways: there are more only where more were shown.
  const more = shown.length <= known.size ? [] : shown.filter((one) => !known.has(textOf(one)))
  const isSame =
    reading.query.subject === previous.query.subject && figuresOf(reading.query.outputs).length > 0
  if (more.length === 0 || known.size === 0 || !isSame) return reading
  const query: Query = { ...reading.query, outputs: [...reading.query.outputs, ...more] }
  if ('status' in planJoins(query, ontology)) return reading
  return { ...reading, query, restatement: restate(query, ontology) }
}

function figuresOf(outputs: Query['outputs']): Query['outputs'] {
  return outputs.filter(
    ({ expression }) => !['field', 'period', 'part', 'join-text'].includes(expression.kind),
  )
}

function textOf({ expression }: Query['outputs'][number]): string {
  return JSON.stringify(expression)
}

/**
 * "only Ada's": where the name that was found belongs to other rows, of which each row that was shown may have several or none, and the rows
 * shown have a field with a text that begins with the name, this field is meant. Otherwise the answer says so.
 */
export function onOwnRows(added: FilterSlot, home: Dataset, ontology: Ontology): FilterSlot | Note | null {
  const { condition } = added
  if (condition.kind !== 'compare' || condition.left.kind !== 'field' || condition.right.kind !== 'literal')
    return null
  const { dataset } = condition.left
  const text = condition.right.value
  if (dataset === home.name || reachesOne(home.name, dataset, ontology) || typeof text !== 'string')
    return null
  const own = visible(home).flatMap((field) => {
    const found = ontology.values
      .near(text, 50)
      .filter((one) => one.dataset === home.name && one.field === field.name && begins(one.value, text))
    const values = [...new Set(found.map(({ value }) => value))]
    return values.length === 1 ? [{ field, value: values[0] ?? '' }] : []
  })
  const [only, ...more] = own
  if (only === undefined || more.length > 0) {
    const label = ontology.datasets.find(({ name }) => name === dataset)?.label ?? dataset
    const says = `${text} belongs to ${label}, and not to ${home.label} themselves.`
    return { about: `meaning of ${text}`, says, changesNumbers: true }
  }
  const of: FieldRef = { kind: 'field', dataset: home.name, field: only.field.name }
  return {
    key: `${home.name}.${only.field.name}`,
    condition: { ...condition, left: of, right: { kind: 'literal', value: only.value } },
  }
}

function begins(value: string, text: string): boolean {
  return value.toLowerCase().startsWith(`${text.toLowerCase()} `)
}

/** What a group leaves out or counts twice: of rows in between, those that run now are meant where the rows shown are those of now. */
export function throughOthers(
  group: Frame['groups'][number],
  home: Dataset,
  frame: Frame,
  today: string,
  ontology: Ontology,
): { readonly filters: readonly FilterSlot[]; readonly notes: readonly Note[] } {
  const none = { filters: [], notes: [] }
  const to = group.kind === 'thing' ? group.dataset : group.kind === 'field' ? group.field.dataset : home.name
  if (to === home.name) return none
  const note = (says: string): Note => ({ about: 'what counts', says, changesNumbers: true })
  const { relationships, datasets } = ontology
  if (reachesOne(home.name, to, ontology)) {
    const [link] = relationships.filter((one) => one.from === home.name && one.to === to)
    const lacks = home.fields.some(
      (one) => link?.fromFields.includes(one.name) === true && one.statistics.nulls > 0.02 * home.rows,
    )
    const label = datasets.find(({ name }) => name === to)?.label ?? to
    return lacks
      ? { filters: [], notes: [note(`Rows of ${home.label} without ${label} are left out.`)] }
      : none
  }
  const between = datasets.find(
    ({ name }) =>
      relationships.some((one) => one.from === name && one.to === home.name) &&
      (name === to || reachesOne(name, to, ontology)),
  )
  const several = note(`A row of ${home.label} may have several of these, and counts for each.`)
  const [end, ownEnd] = [between, home].map((each) => (each === undefined ? null : endMoment(each)))
  if (between === undefined || end === null || end === undefined || ownEnd === null || ownEnd === undefined)
    return { filters: [], notes: [several] }
  const isOfNow = frame.filters.some(
    ({ condition }) =>
      condition.kind === 'null' && condition.of.kind === 'field' && condition.of.field === ownEnd.name,
  )
  if (!isOfNow) return { filters: [], notes: [several] }
  const of: FieldRef = { kind: 'field', dataset: between.name, field: end.name }
  const runs: Condition = {
    kind: 'or',
    of: [
      { kind: 'null', of },
      { kind: 'during', of, start: today, end: null },
    ],
  }
  const says = `Only ${between.label} that run now.`
  return {
    filters: [{ key: `runs ${between.name}`, condition: runs }],
    notes: [{ about: 'what counts', says, changesNumbers: false }],
  }
}
