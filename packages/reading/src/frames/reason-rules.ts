import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { FilterSlot } from '../plan/frame.ts'
import { reachesOne } from '../business/nearest.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import { endMoment } from '../business/end-moment.ts'

/** "reasons for returns this year": how many rows have each reason, and not the reason of each row. */
export function countedReasons({ scan, things, ontology }: Asked): Measured | null {
  const fields = mentionsOf(scan, 'field')
  const reasons = fields.filter(({ text, mode }) => isReason(text) && mode !== 'by' && mode !== 'without')
  const [reason, ...more] = reasons
  if (reason === undefined || more.length > 0 || fields.length > 1 || scan.rank !== null) return null
  if (scan.asks.some((ask) => ask !== 'which' && ask !== 'list') || scan.isAverage || scan.isShare)
    return null
  const found = reason.nouns.flatMap((noun) => (noun.kind === 'field' && isText(noun.field) ? [noun] : []))
  const near = found.filter(
    ({ score, dataset }) =>
      score >= (found[0]?.score ?? 0) - 0.02 &&
      things.every((one) => one.dataset === dataset || reachesOne(dataset.name, one.dataset.name, ontology)),
  )
  const own = near.filter(({ dataset }) => things.some((one) => one.dataset === dataset))
  const [only, ...others] = own.length > 0 ? own : near
  if (only === undefined || others.length > 0) return null
  const { dataset, field } = only
  const rows = things.filter((one) => one.dataset === dataset)
  const counted = measured([{ kind: 'count', dataset: dataset.name }], null, [
    reason,
    ...rows,
    ...verbsOf(scan),
  ])
  const ended = isOfEnd(field) ? endMoment(dataset) : null
  return asBusiness({
    ...counted,
    groups: [{ kind: 'field', field: fieldRef(dataset, field) }],
    filters: givenReason(dataset, field),
    ...(ended === null ? {} : { moment: fieldRef(dataset, ended) }),
  })
}

function verbsOf(scan: Asked['scan']): readonly Of<'verb'>[] {
  return mentionsOf(scan, 'verb').filter(({ mode }) => mode !== 'not')
}

function isReason(text: string): boolean {
  return /\b(?:reason|cause)s?$/i.test(text)
}

function isText(field: Field): boolean {
  return !isMeasure(field) && !isMoment(field) && field.role !== 'identifier'
}

/** `end reason` has nothing to say about rows that have not ended; `reason` may not have been asked for. */
function givenReason(dataset: Dataset, field: Field): readonly FilterSlot[] {
  const own = new Set(nameWords(dataset.label))
  if (nameWords(field.label).every((word) => isReason(word) || own.has(word))) return []
  const of = fieldRef(dataset, field)
  return [{ key: `given ${field.name}`, condition: { kind: 'not', of: { kind: 'null', of } } }]
}

function isOfEnd({ label }: Field): boolean {
  return /\b(?:end|ending|ended|leave|leaving|left|exit|quit|churn|cancel|cancellation|cancelled|termination|closing|closed)\b/i.test(
    label,
  )
}

/** "reasons" for the fields `end reason` and `reason code`, where none is called so alone. */
export function addReasons(
  tokens: readonly Token[],
  { datasets }: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach(({ forms, lower }, from) => {
    if (!isReason(lower)) return
    const found = datasets.flatMap((dataset) =>
      dataset.isHidden
        ? []
        : visible(dataset)
            .filter((field) => isText(field) && nameWords(field.label).some((word) => forms.includes(word)))
            .map((field) => ({ kind: 'field', dataset, field, score: 0.9, saysDataset: false }) as const),
    )
    const cell = span(from, from + 1)
    const isNamed = cell.nouns.some((noun) => noun.kind === 'field' && noun.score > 0.9 && isText(noun.field))
    if (found.length === 0 || isNamed) return
    cell.nouns = found
    cell.worth = Math.max(cell.worth, 0.95)
  })
}
