import { days, type Condition, type Dataset, type Expression, type Field, type Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { birthOf } from '../lexicon/dataset-fields.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import type { FrameDraft, Of } from './frame-draft.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured } from './measured.ts'
import { endMoment } from '../business/end-moment.ts'

const said =
  /^(?:(?:have|has|having|celebrates?|celebrating|with) )?(?:(?:their|his|her|its|a|an) )?birthdays?(?: (?:is|are|falls|fall|coming up|comes up))?$/

/** "have their birthday": the day and the month of their birth, where the data has it. */
export function addBirthdays(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  if (!tokens.some(({ lower }) => /^birthdays?$/.test(lower))) return
  const born = ontology.datasets.flatMap((dataset) => {
    const field = dataset.isHidden ? null : birthday(dataset)
    return field === null ? [] : [{ dataset, field, stems: new Set<string>(), after: [] }]
  })
  if (born.length === 0) return
  for (let from = 0; from < tokens.length; from++)
    for (let to = Math.min(tokens.length, from + 4); to > from; to--) {
      const phrase = tokens
        .slice(from, to)
        .map(({ lower }) => lower)
        .join(' ')
      if (!said.test(phrase)) continue
      const cell = span(from, to)
      cell.role = { does: 'state', state: 'birthday' }
      cell.events = born
      cell.values = []
      cell.nouns = []
      cell.worth = Math.max(cell.worth, (to - from) * 1.4)
      from = to - 1
      break
    }
}

function birthday(dataset: Dataset): Field | null {
  const field = birthOf(dataset)
  return field !== null && /\b(?:birth|born|birthday|birthdate|dob)\b/i.test(field.label) ? field : null
}

/** Those whose birthday is in the period, with the day of their birth. */
export function birthdayRows({ scan, things }: Asked): Measured | null {
  const [one, ...more] = mentionsOf(scan, 'state').filter(({ state }) => state === 'birthday')
  if (one === undefined || more.length > 0 || mentionsOf(scan, 'time').length !== 1) return null
  if (scan.rank !== null || scan.isShare || scan.isAverage || scan.mentions.some(({ mode }) => mode === 'by'))
    return null
  const named = things.map(({ dataset }) => dataset)
  const [only, ...others] = one.events.filter(({ dataset }) => named.length === 0 || named.includes(dataset))
  if (only === undefined || others.length > 0 || named.length > 1) return null
  const { dataset, field } = only
  if (birthday(dataset) === null) return null
  const measures = scan.asks.includes('many') ? [{ kind: 'count', dataset: dataset.name } as const] : []
  const also = measures.length > 0 ? {} : { also: [fieldOf(dataset, field)] }
  return asBusiness({ ...measured(measures, dataset, []), ...also })
}

/** Narrows to the birthdays of the period, in whatever year people were born. */
export function readBirthday(draft: FrameDraft, one: Of<'state'>, owner: Dataset): boolean {
  const event = one.events.find(({ dataset }) => dataset === owner)
  const [start, end] = [draft.time?.start?.slice(0, 10), draft.time?.end?.slice(0, 10)]
  if (event === undefined || start === undefined || end === undefined) return false
  const condition = inDays(fieldOf(owner, event.field), start, end)
  if (condition === null) return false
  draft.isTimeUsed = true
  draft.filters.push({ key: 'state birthday', condition })
  const left = endMoment(owner)
  if (left !== null) {
    draft.filters.push({ key: 'state employed', condition: { kind: 'null', of: fieldOf(owner, left) } })
    const says = `Without ${owner.label} that have a “${left.label}”.`
    draft.notes.push({ about: 'what counts', says, changesNumbers: false })
  }
  draft.left.delete(one)
  return true
}

/** For each month of the period: its days, or all of it. */
function inDays(of: Expression, start: string, end: string): Condition | null {
  const parts: Condition[] = []
  for (let first = start; first < end && parts.length < 12;) {
    const next = `${days.add(`${first.slice(0, 7)}-01`, 1, 'month').slice(0, 7)}-01`
    const after = next < end ? next : end
    const isFromStart = first.endsWith('-01')
    const month = compare({ kind: 'part', part: 'month', of }, '=', literal(Number(first.slice(5, 7))))
    const day: Expression = { kind: 'part', part: 'day', of }
    parts.push(
      and([
        month,
        ...(isFromStart ? [] : [compare(day, '>=', literal(Number(first.slice(8, 10))))]),
        ...(after === next ? [] : [compare(day, '<', literal(Number(after.slice(8, 10))))]),
      ]) ?? month,
    )
    first = after
  }
  const [only, ...more] = parts
  if (only === undefined) return null
  return more.length === 0 ? only : { kind: 'or', of: parts }
}
