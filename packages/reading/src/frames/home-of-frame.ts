import type { Dataset, Ontology } from '@quipu/query'
import type { Frame } from '../plan/frame.ts'
import { homeOf } from '../business/moments.ts'
import { datasetOf } from './build-frame.ts'

/** The dataset whose rows a frame measures or lists. */
export function homeOfFrame({ measures: [slot], subject }: Frame, ontology: Ontology): Dataset | null {
  const name =
    slot === undefined
      ? subject
      : slot.kind === 'metric' || slot.kind === 'portion'
        ? homeOf(slot.name, ontology)
        : datasetOf(slot)
  return ontology.datasets.find((each) => each.name === name) ?? null
}
