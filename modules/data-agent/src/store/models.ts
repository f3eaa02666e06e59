import type { Db, Scope } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { IndexedValue } from '@quipu/query'
import type { OntologyModel } from '../ontology/introspect.ts'
import type { FieldName, FoldedValues } from '../ontology/value-index.ts'
import { datasetRow, fieldRow, modelFrom, relationshipRow, type ModelRows } from './model-rows.ts'
import { isId, queries } from './tables.ts'

/** The content of databases, by version. */
export class ModelStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Writes the next version and then makes it visible in one step, so that a reader never sees half of it and a
   * process that dies leaves the old one in place. False if the ontology was dropped meanwhile.
   */
  async write(scope: Scope, id: string, model: OntologyModel, now: Date): Promise<boolean> {
    const version = await this.#takeVersion(scope, id)
    if (version === undefined) return false
    const key = { ontology_id: id, version }
    for (const rows of slices(
      model.datasets.map((dataset, place) => datasetRow(key, dataset, place)),
      1000,
    )) {
      await this.#db.query(scope, queries.insertInto('ontology_datasets').values(rows))
    }
    const fields = model.datasets.flatMap((dataset) =>
      dataset.fields.map((field, place) => fieldRow(key, dataset.name, field, place, model.values.partial)),
    )
    for (const rows of slices(fields, 1000)) {
      await this.#db.query(scope, queries.insertInto('ontology_fields').values(rows))
    }
    for (const rows of slices(
      model.relationships.map((one, place) => relationshipRow(key, one, place)),
      1000,
    )) {
      await this.#db.query(scope, queries.insertInto('ontology_relationships').values(rows))
    }
    for (const rows of slices(valueRows(key, model.values), 20)) {
      await this.#db.query(scope, queries.insertInto('ontology_values').values(rows))
    }
    const isSeen = await this.#show(scope, id, version, model, now)
    await this.#forget(scope, id, isSeen ? '<' : '=', version)
    return isSeen
  }

  /** Undefined if there is none, or if it changed while it was read. */
  async read(scope: Scope, id: string, version: number): Promise<OntologyModel | undefined> {
    if (!isId(id) || version < 1) return undefined
    const rows = await this.#rows(scope, id, version)
    return rows && modelFrom(rows)
  }

  #rows(scope: Scope, id: string, version: number): Promise<ModelRows | undefined> {
    return this.#db.transaction(scope, async (tx) => {
      const ofVersion = sql<boolean>`ontology_id = ${id} and version = ${version}`
      const datasets = await tx.query(
        queries.selectFrom('ontology_datasets').selectAll().where(ofVersion).orderBy('position'),
      )
      const fields = await tx.query(
        queries
          .selectFrom('ontology_fields')
          .selectAll()
          .where(ofVersion)
          .orderBy('dataset')
          .orderBy('position'),
      )
      const relationships = await tx.query(
        queries.selectFrom('ontology_relationships').selectAll().where(ofVersion).orderBy('position'),
      )
      const values = await tx.query(
        queries
          .selectFrom('ontology_values')
          .select(['dataset', 'field', 'texts'])
          .where(ofVersion)
          .orderBy('dataset')
          .orderBy('field')
          .orderBy('part'),
      )
      // Checked last: if the version was replaced, rows may be missing above.
      const [current] = await tx.query(
        queries.selectFrom('ontologies').select(['version', 'dialect']).where('id', '=', id),
      )
      if (current?.version !== version || current.dialect === null) return undefined
      return { dialect: current.dialect, datasets, fields, relationships, values }
    })
  }

  /** Done at once, not at the next refresh, because these values must not be stored any longer. */
  async dropValues(scope: Scope, id: string, fields: readonly FieldName[]): Promise<void> {
    if (fields.length === 0) return
    const among = (field: 'field' | 'name') =>
      sql<boolean>`(dataset, ${sql.ref(field)}) in (select gone.dataset, gone.field
        from json_to_recordset(${JSON.stringify(fields)}::json) as gone(dataset text, field text))`
    const gone = queries.deleteFrom('ontology_values').where('ontology_id', '=', id).where(among('field'))
    await this.#db.query(scope, gone)
    const emptied = queries
      .updateTable('ontology_fields')
      .set({
        is_indexed: false,
        sample: [],
        reading: null,
        statistics: sql`statistics || '{"min": null, "max": null}'`,
      })
      .where('ontology_id', '=', id)
      .where(among('name'))
    await this.#db.query(scope, emptied)
  }

  /** Two jobs that read the same database each write their own version; the later one stays. */
  async #takeVersion(scope: Scope, id: string): Promise<number | undefined> {
    const update = queries
      .updateTable('ontologies')
      .set({ last_version: sql<number>`last_version + 1` })
      .where('id', '=', id)
      .returning('last_version')
    return (await this.#db.query(scope, update))[0]?.last_version
  }

  async #show(scope: Scope, id: string, version: number, model: OntologyModel, now: Date): Promise<boolean> {
    const update = queries
      .updateTable('ontologies')
      .set({
        status: 'ready',
        reason: null,
        progress: null,
        dialect: model.dialect,
        version,
        revision: sql<number>`revision + 1`,
        dataset_count: model.datasets.length,
        field_count: model.datasets.reduce((sum, { fields }) => sum + fields.length, 0),
        relationship_count: model.relationships.length,
        value_count: model.values.size,
        updated_at: now,
        refreshed_at: now,
      })
      .where('id', '=', id)
      .where('version', '<', version)
      .returning('id')
    return (await this.#db.query(scope, update)).length > 0
  }

  /** Also removes the rows of an interrupted attempt. */
  async #forget(scope: Scope, id: string, which: '<' | '=', version: number): Promise<void> {
    for (const table of versionedTables) {
      const gone = queries.deleteFrom(table).where('ontology_id', '=', id).where('version', which, version)
      await this.#db.query(scope, gone)
    }
  }
}

const versionedTables = [
  'ontology_datasets',
  'ontology_fields',
  'ontology_relationships',
  'ontology_values',
] as const

function* slices<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let slice: Row[] = []
  for (const row of rows) {
    slice.push(row)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

const textsInRow = 1000

function* valueRows(key: { readonly ontology_id: string; readonly version: number }, values: FoldedValues) {
  const byField = new Map<string, IndexedValue[]>()
  for (const value of values.entries()) {
    const mark = JSON.stringify([value.dataset, value.field])
    const list = byField.get(mark)
    if (list === undefined) byField.set(mark, [value])
    else list.push(value)
  }
  for (const list of byField.values()) {
    let part = 0
    for (const some of slices(list, textsInRow)) {
      const { dataset = '', field = '' } = some[0] ?? {}
      yield { ...key, dataset, field, part, texts: some.map(({ value }) => value) }
      part += 1
    }
  }
}
