import type { Call, Caller } from '@quipu/kit'
import type { AskingParts } from './asking.ts'
import { borrowSource } from './borrow-source.ts'
import { datasetNotFound } from './errors.ts'
import type { Ontologies } from './ontologies.ts'
import type { Overlay } from './ontology/overlay-schema.ts'
import type { SalesChoices } from './sales/sales-view.ts'

type Parts = Pick<AskingParts, 'askable' | 'sources' | 'settings' | 'now' | 'askSeconds'> & {
  readonly ontologies: Ontologies
}

/** Which rows of a database are the sales of the business: derived, or said by a person. */
export class Sales {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What could be the sales, each with the revenue that it gives. */
  async choices(call: Call, id: string): Promise<SalesChoices> {
    const { askable, settings, now } = this.#parts
    const { salesChoices } = await import('./sales/sales-choices.ts')
    const at = { now: now(), timeZone: (await settings.of(call.caller)).timeZone }
    await using asked = await askable(call, id)
    const wanted = { from: asked.from, what: 'The revenue of the last 12 months' }
    return borrowSource(this.#parts, call, wanted, (source, signal) =>
      salesChoices(asked.ontology, { source, signal, ...at }),
    )
  }

  /** Several are added up. None: it is derived again. */
  async choose(caller: Caller, id: string, chosen: readonly string[], signal: AbortSignal): Promise<void> {
    const { ontologies } = this.#parts
    const known = (await ontologies.get(caller, id))?.datasets ?? []
    const unknown = chosen.find((wanted) => known.every(({ name }) => name !== wanted))
    if (unknown !== undefined) throw datasetNotFound(id, unknown, known)
    const overlay = overlayWithSales(await ontologies.overlay(caller, id), chosen)
    await ontologies.edit(caller, id, overlay, { signal })
  }
}

/** The overlay after a person chose the sales. What others marked as no sales stays so. */
function overlayWithSales(overlay: Overlay, chosen: readonly string[]): Overlay {
  const kept = overlay.datasets.map(({ isSales, ...entry }) =>
    chosen.includes(entry.dataset)
      ? { ...entry, isSales: true }
      : isSales === false
        ? { ...entry, isSales }
        : entry,
  )
  const added = chosen
    .filter((wanted) => kept.every(({ dataset }) => dataset !== wanted))
    .map((dataset) => ({ dataset, isSales: true }))
  return { ...overlay, datasets: [...kept, ...added] }
}
