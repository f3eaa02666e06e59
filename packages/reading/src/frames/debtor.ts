import type { Dataset, Ontology } from '@quipu/query'
import { isBuyerName } from '../business/business.ts'
import { homeOf } from '../business/moments.ts'
import { distance, reachesOne } from '../business/nearest.ts'
import { nameFields, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isBought } from '../metrics/direction.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { outstanding } from '../metrics/owed.ts'
import { buyerOf, staffOf } from './measured.ts'
import { debtOf } from './states.ts'

/** Who owes: those whom the bills name, as near as can be, and not whoever looks after them. */
export function debtorOf(ontology: Ontology): Dataset | null {
  const isKnown = ontology.metrics.some(({ name }) => name === outstanding)
  const bills = (isKnown ? homeOf(outstanding, ontology) : null) ?? debtOf(ontology)?.dataset.name ?? null
  const buyer = buyerOf(ontology)
  if (bills === null) return buyer
  const staff = staffOf(ontology)
  const named = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      each !== staff &&
      each.name !== bills &&
      (each === buyer || isBuyerName(each)) &&
      reachesOne(bills, each.name, ontology),
  )
  const far = (each: Dataset): number => distance(bills, each.name, ontology) - (each === buyer ? 0.1 : 0)
  return named.toSorted((a, b) => far(a) - far(b))[0] ?? buyer ?? onlyNamed(bills, staff, ontology)
}

/** Whatever they are called: the only ones with a name to whom the bills refer. */
function onlyNamed(bills: string, staff: Dataset | null, ontology: Ontology): Dataset | null {
  const rows = ontology.datasets.find(({ name }) => name === bills)
  if (rows === undefined || isBought(rows, ontology)) return null
  const [only, ...more] = parentsOf(rows, ontology).filter(
    (each) => each !== staff && nameFields(each).length > 0 && !visible(each).some(isMoment),
  )
  return only === undefined || more.length > 0 ? null : only
}
