import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Owner } from './conversations.ts'
import { isId, queries } from './tables.ts'

/** A reading that a person chose permanently: `meaning of revenue` → `net amount`. */
export interface ReadingPreference {
  readonly id: string
  /** Null for every ontology. */
  readonly ontologyId: string | null
  /** Lower case. */
  readonly label: string
  readonly choice: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export class PreferenceStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** A later choice for the same label replaces an earlier one. */
  async keep(
    owner: Owner,
    preference: Pick<ReadingPreference, 'ontologyId' | 'label' | 'choice'>,
    now: Date,
  ): Promise<ReadingPreference> {
    const { ontologyId, choice } = preference
    const insert = queries
      .insertInto('reading_preferences')
      .values({
        user_id: owner.userId,
        ontology_id: ontologyId,
        label: preference.label.trim().toLowerCase(),
        choice,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'ontology_id', 'label']).doUpdateSet({ choice, updated_at: now }),
      )
      .returning(columns)
    const [row] = await this.#db.query(owner, insert)
    // An upsert returns its row or throws.
    return preferenceFrom(row!)
  }

  async list(owner: Owner): Promise<ReadingPreference[]> {
    const select = queries
      .selectFrom('reading_preferences')
      .select(columns)
      .where('user_id', '=', owner.userId)
    return (await this.#db.query(owner, select.orderBy('label').orderBy('id'))).map(preferenceFrom)
  }

  /** By label; those for this ontology win over those for all. */
  async choices(owner: Owner, ontologyId: string): Promise<Readonly<Record<string, string>>> {
    const select = queries
      .selectFrom('reading_preferences')
      .select(['label', 'choice'])
      .where('user_id', '=', owner.userId)
      .where(sql<boolean>`(ontology_id is null or ontology_id = ${ontologyId})`)
      .orderBy(sql`ontology_id is not null`)
    const rows = await this.#db.query(owner, select)
    return Object.fromEntries(rows.map(({ label, choice }) => [label, choice]))
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    if (!isId(id)) return false
    const gone = queries
      .deleteFrom('reading_preferences')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
    return (await this.#db.query(owner, gone.returning('id'))).length > 0
  }
}

const columns = ['id', 'ontology_id', 'label', 'choice', 'created_at', 'updated_at'] as const

interface Row {
  readonly id: string
  readonly ontology_id: string | null
  readonly label: string
  readonly choice: string
  readonly created_at: Date
  readonly updated_at: Date
}

function preferenceFrom(row: Row): ReadingPreference {
  return {
    id: row.id,
    ontologyId: row.ontology_id,
    label: row.label,
    choice: row.choice,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
