import type { Condition, Dataset, Expression, Field, Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import { onHandOf } from '../metrics/on-hand.ts'

/** The one dataset whose rows have a stock. */
export function stockedDataset({ datasets }: Ontology): Dataset | null {
  const stocked = datasets.filter((each) => !each.isHidden && stockField(each) !== null)
  const [only, ...more] = stocked.length > 1 ? stocked.filter((each) => levelOf(each) !== null) : stocked
  return only === undefined || more.length > 0 ? null : only
}

/** Nothing is left, or less than the level at which more is ordered. Null where the data does not say. */
export function stockCondition(dataset: Dataset, isReorder: boolean): Condition | null {
  const stock = stockField(dataset)
  if (stock === null) return null
  const level = levelOf(dataset)
  if (isReorder && level === null) return null
  const bound: Expression = isReorder && level !== null ? fieldOf(dataset, level) : literal(0)
  return and([compare(fieldOf(dataset, stock), isReorder ? '<' : '<=', bound), ...stillSold(dataset)])
}

function stockField(dataset: Dataset): Field | null {
  return onHandOf(dataset, 'level')
}

const again =
  /\b(?:re[- ]?(?:order|stock|fill|plenish)|reord|reo ?pnt|rop|order point|trigger)(?: (?:at|level|point|pt|pnt|when|below|under|from|quantity|threshold))?$/i

/** The stock below which more is ordered. */
function levelOf(dataset: Dataset): Field | null {
  const named = visible(dataset).find((field) => isMeasure(field) && again.test(field.label))
  if (named !== undefined) return named
  const groups = ['reorder', 'minimum stock', 'stock level', 'minimum', 'min', 'lowest', 'safety', 'level']
  return measureNamed(
    dataset,
    groups.map((group) => group.split(' ')),
    new Set(['price', 'cost', 'age', 'order', 'maximum', 'max']),
  )
}

/** What is no longer sold or used is neither ordered again nor due. */
export function stillSold(dataset: Dataset): readonly Condition[] {
  return visible(dataset).flatMap((one) => {
    const flag = flagValues(one)
    if (flag === null || !gone.test(one.label)) return []
    const of = fieldOf(dataset, one)
    if (flag.no !== null && one.statistics.nulls === 0) return [compare(of, '=', literal(flag.no))]
    // `Discontinued` is empty, or says yes.
    const isOff: Condition = { kind: 'not', of: compare(of, '=', literal(flag.yes)) }
    return [{ kind: 'or', of: [{ kind: 'null', of }, isOff] } as const]
  })
}

const gone = /\b(?:discontinued|inactive|archived|deleted|obsolete|withdrawn|retired|delisted)\b/i
