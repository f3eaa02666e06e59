import type { Db, Scope } from '@quipu/kit'
import type { Overlay } from '../ontology/overlay-schema.ts'
import { queries } from './tables.ts'

const lists = ['datasets', 'fields', 'joins', 'metrics', 'glossary', 'verified'] as const

/** The overlays, one row per entry. */
export class OverlayStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async read(scope: Scope, id: string): Promise<Overlay> {
    const select = queries
      .selectFrom('ontology_overlays')
      .select(['kind', 'entry'])
      .where('ontology_id', '=', id)
      .orderBy('kind')
      .orderBy('position')
    const rows = await this.#db.query(scope, select)
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ entry }) => entry)
    const [calendar = {}] = of('calendar')
    // `replace` below wrote it from this type.
    return { ...Object.fromEntries(lists.map((kind) => [kind, of(kind)])), calendar } as Overlay
  }

  async replace(scope: Scope, id: string, overlay: Overlay): Promise<void> {
    const rows = [
      ...lists.flatMap((kind) => overlay[kind].map((entry, position) => rowOf(id, kind, position, entry))),
      ...(Object.keys(overlay.calendar).length > 0 ? [rowOf(id, 'calendar', 0, overlay.calendar)] : []),
    ]
    await this.#db.transaction(scope, async (tx) => {
      await tx.query(queries.deleteFrom('ontology_overlays').where('ontology_id', '=', id))
      for (let first = 0; first < rows.length; first += rowsAtOnce) {
        await tx.query(queries.insertInto('ontology_overlays').values(rows.slice(first, first + rowsAtOnce)))
      }
    })
  }
}

const rowsAtOnce = 5000

function rowOf(id: string, kind: string, position: number, entry: unknown) {
  return { ontology_id: id, kind, position, entry: JSON.stringify(entry) }
}
