import type { Db, Everyone, Generated } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'
import { fold, sortText } from './folded-text.ts'
import type { NewTask, Position, Selection, TaskChanges, Window } from './task.ts'

export interface TaskRow {
  readonly id: number
  readonly title: string
  readonly description: string | null
  readonly completed: boolean
  readonly completed_at: Date | null
  readonly due_date: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

interface Rows {
  readonly rows: readonly TaskRow[]
  /** Where the last of them stands, if there are more. */
  readonly last: Position | undefined
  /** How many the selection has in all, counted so far and no further. */
  readonly total: number
  readonly isMore: boolean
}

export interface Owner {
  readonly userId: string
}

/** Each method is one statement that names its owner; row-level security stands underneath. */
export class TaskStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async insert(owner: Owner, task: NewTask, now: Date): Promise<TaskRow> {
    const { title, description = null, due_date = null } = task
    const values = { ...titled(title), ...described(description), due_date, created_at: now, updated_at: now }
    const insert = queries.insertInto('tasks').values({ user_id: owner.userId, ...values })
    const [row] = await this.#db.query(owner, insert.returning(columns))
    // An insert returns its row or throws.
    return row!
  }

  async find(owner: Owner, id: number): Promise<TaskRow | undefined> {
    const select = queries
      .selectFrom('tasks')
      .select(columns)
      .where(theOne(owner, id))
      .where('deleted_at', 'is', null)
    return (await this.#db.query(owner, select))[0]
  }

  async update(owner: Owner, id: number, changes: TaskChanges, now: Date): Promise<TaskRow | undefined> {
    const update = queries
      .updateTable('tasks')
      .set({
        ...(changes.title === undefined ? {} : titled(changes.title)),
        ...(changes.description === undefined ? {} : described(changes.description)),
        ...(changes.due_date === undefined ? {} : { due_date: changes.due_date }),
        ...(changes.completed === undefined ? {} : completion(changes.completed, now)),
        updated_at: sql<Date>`case when ${differs(changes)} then ${now}::timestamptz else updated_at end`,
      })
      .where(theOne(owner, id))
      .where('deleted_at', 'is', null)
      .returning(columns)
    return (await this.#db.query(owner, update))[0]
  }

  async toggle(owner: Owner, id: number, now: Date): Promise<TaskRow | undefined> {
    const update = queries
      .updateTable('tasks')
      .set({
        completed: sql<boolean>`not completed`,
        completed_at: sql<Date | null>`case when completed then null else ${now}::timestamptz end`,
        updated_at: now,
      })
      .where(theOne(owner, id))
      .where('deleted_at', 'is', null)
      .returning(columns)
    return (await this.#db.query(owner, update))[0]
  }

  /** Hides the task until it is restored or purged. */
  async hide(owner: Owner, id: number, now: Date): Promise<TaskRow | undefined> {
    const update = queries
      .updateTable('tasks')
      .set({ deleted_at: now, updated_at: now })
      .where(theOne(owner, id))
      .where('deleted_at', 'is', null)
      .returning(columns)
    return (await this.#db.query(owner, update))[0]
  }

  /** A task that is not hidden is returned as it is. */
  async show(owner: Owner, id: number, hiddenSince: Date, now: Date): Promise<TaskRow | undefined> {
    const update = queries
      .updateTable('tasks')
      .set({
        deleted_at: null,
        updated_at: sql<Date>`case when deleted_at is null then updated_at else ${now}::timestamptz end`,
      })
      .where(theOne(owner, id))
      .where(within(hiddenSince))
      .returning(columns)
    return (await this.#db.query(owner, update))[0]
  }

  async remove(owner: Owner, id: number, hiddenSince: Date): Promise<TaskRow | undefined> {
    const remove = queries
      .deleteFrom('tasks')
      .where(theOne(owner, id))
      .where(within(hiddenSince))
      .returning(columns)
    return (await this.#db.query(owner, remove))[0]
  }

  async list(owner: Owner, selection: Selection, window: Window, hiddenSince: Date): Promise<Rows> {
    const direction = selection.sort_order
    const key = sortKeyOf(selection)
    const { keyword, ...others } = selection
    const matches = matching(owner, selection, hiddenSince)
    const isShort = keyword !== undefined && !hasIndexedLetters(keyword)
    // Words are found by their index, which row-level security keeps shut on the table itself.
    const source = keyword === undefined ? 'tasks' : 'own_tasks'
    const most = keyword === undefined ? mostListed : mostFound
    const unsorted = queries
      .selectFrom(source)
      .select('id')
      .where(matches)
      .limit(most + 1)
    const some = keyword === undefined ? unsorted.orderBy(countKeyOf(selection)) : unsorted
    const looked = queries.selectFrom('own_tasks').select(sql<number>`count(*)`.as('rows'))
    const counted = queries.selectFrom(some.as('some')).select([
      sql<number>`count(*)`.as('total'),
      // Of no use where an index serves, and costly.
      (isShort ? sql<number>`(${looked})` : sql<number>`0`).as('looked_through'),
    ])
    const page = queries
      .selectFrom(source)
      .select([...columns, key.as('sort_key')])
      .where(matches)
      .where(past(selection, window.after))
      .orderBy(key, direction)
      .orderBy('id', direction)
      .limit(window.limit + 1)
      .offset(window.offset)
    const found = await this.#db.query(
      owner,
      (isShort ? queries.with('own_tasks', () => newest(owner, others, hiddenSince)) : queries)
        .selectFrom(counted.as('counted'))
        // The count comes back even when the page is empty.
        .leftJoin(page.as('page'), (join) => join.onTrue())
        .selectAll()
        .orderBy('page.sort_key', direction)
        .orderBy('page.id', direction),
    )
    // Rows of the page have all its columns; the lone row of an empty page has none.
    const rows = found.filter((row) => row.id !== null) as (TaskRow & { sort_key: Date | string })[]
    const shown = rows.slice(0, window.limit)
    const end = rows.length > window.limit ? shown.at(-1) : undefined
    const total = found[0]?.total ?? 0
    return {
      rows: shown,
      last: end && { key: asText(end.sort_key), id: end.id },
      total: Math.min(total, most),
      isMore: total > most || found[0]?.looked_through === mostLookedThrough,
    }
  }

  /** The owner's task ids that begin with these digits: open tasks first, newest first. */
  async idsStarting(owner: Owner, digits: string, limit: number): Promise<number[]> {
    const select = queries
      .selectFrom('tasks')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where('deleted_at', 'is', null)
      .where(sql<string>`id::text`, 'like', `${digits}%`)
      .orderBy('completed')
      .orderBy('id', 'desc')
      .limit(limit)
    return (await this.#db.query(owner, select)).map((row) => row.id)
  }

  /** Everyone's: the one statement without an owner. */
  async purge(everyone: Everyone, hiddenUntil: Date): Promise<void> {
    await this.#db.query(everyone, queries.deleteFrom('tasks').where('deleted_at', '<=', hiddenUntil))
  }
}

interface TaskTable {
  id: Generated<number>
  user_id: string
  title: string
  title_folded: string
  title_sort: string
  description: string | null
  description_folded: string | null
  completed: Generated<boolean>
  completed_at: Date | null
  due_date: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

const queries = queryBuilder<{ tasks: TaskTable; own_tasks: TaskTable }>()

/** How far a list and a search are counted: beyond that, to count costs far more than to read a page. */
const mostListed = 10_000
const mostFound = 1_000
/** Short keywords have no index: so many of the newest tasks are searched for them. */
const mostLookedThrough = 10_000

const columns = [
  'id',
  'title',
  'description',
  'completed',
  'completed_at',
  'due_date',
  'created_at',
  'updated_at',
] as const

// Folding can lengthen a text beyond what an index entry may hold.
const longestSortText = 200

function titled(title: string) {
  const title_sort = Array.from(sortText(title)).slice(0, longestSortText).join('')
  return { title, title_folded: fold(title), title_sort }
}

function described(description: string | null) {
  return { description, description_folded: description === null ? null : fold(description) }
}

/** Completing a done task keeps its first `completed_at`, so a retried call reports the same moment. */
function completion(completed: boolean, now: Date) {
  return {
    completed,
    completed_at: completed ? sql<Date>`coalesce(completed_at, ${now}::timestamptz)` : null,
  }
}

function differs(changes: TaskChanges) {
  const terms = [sql<boolean>`false`]
  if (changes.title !== undefined) terms.push(sql`title is distinct from ${changes.title}`)
  if (changes.description !== undefined) terms.push(sql`description is distinct from ${changes.description}`)
  if (changes.due_date !== undefined) terms.push(sql`due_date is distinct from ${changes.due_date}::date`)
  if (changes.completed !== undefined)
    terms.push(sql`completed is distinct from ${changes.completed}::boolean`)
  return sql<boolean>`${sql.join(terms, sql` or `)}`
}

function theOne(owner: Owner, id: number) {
  return sql<boolean>`user_id = ${owner.userId} and id = ${id}`
}

function within(hiddenSince: Date) {
  return sql<boolean>`(deleted_at is null or deleted_at > ${hiddenSince})`
}

function matching(owner: Owner, selection: Selection, hiddenSince: Date) {
  const { status, due_after, due_before, keyword, deleted } = selection
  const terms = [sql`user_id = ${owner.userId}`]
  terms.push(deleted ? sql`deleted_at > ${hiddenSince}` : sql`deleted_at is null`)
  if (status !== 'all') terms.push(status === 'completed' ? sql`completed` : sql`not completed`)
  if (due_after !== undefined) terms.push(sql`${dueOrNever} >= ${due_after}::date and due_date is not null`)
  if (due_before !== undefined) terms.push(sql`${dueOrNever} <= ${due_before}::date`)
  if (keyword !== undefined) {
    const pattern = `%${fold(keyword).replace(/[\\%_]/g, '\\$&')}%`
    terms.push(sql`(title_folded like ${pattern} or description_folded like ${pattern})`)
  }
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

/** What is searched for a keyword that no index has. */
function newest(owner: Owner, selection: Omit<Selection, 'keyword'>, hiddenSince: Date) {
  return queries
    .selectFrom('tasks')
    .selectAll()
    .where(matching(owner, selection, hiddenSince))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostLookedThrough)
}

/** The index has every three letters or digits that stand together. */
function hasIndexedLetters(keyword: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(fold(keyword))
}

// Written as the index has it.
const dueOrNever = sql<Date | string>`coalesce(due_date, 'infinity'::date)`

/** Never null: a task without a due date comes last in either direction. */
function sortKeyOf({ sort_by, sort_order }: Selection) {
  if (sort_by === 'created_at') return sql<Date | string>`created_at`
  if (sort_by === 'title') return sql<Date | string>`title_sort`
  return sort_order === 'asc' ? dueOrNever : sql<Date | string>`coalesce(due_date, '-infinity'::date)`
}

/**
 * In this order only an index has the tasks, so they are counted without reading them. Left to itself, PostgreSQL may go
 * through the whole table. The oldest come first, because an index alone tells of tasks that did not change lately.
 */
function countKeyOf({ deleted, due_after, due_before }: Selection) {
  if (deleted) return sql`deleted_at`
  return due_after === undefined && due_before === undefined ? sql`created_at` : dueOrNever
}

function past(selection: Selection, after: Position | undefined) {
  if (after === undefined) return sql<boolean>`true`
  const type = { created_at: sql`timestamptz`, title: sql`text`, due_date: sql`date` }[selection.sort_by]
  const here = sql`(${sortKeyOf(selection)}, id)`
  const there = sql`(${after.key}::${type}, ${after.id}::bigint)`
  return selection.sort_order === 'asc' ? sql<boolean>`${here} > ${there}` : sql<boolean>`${here} < ${there}`
}

function asText(key: Date | string): string {
  return key instanceof Date ? key.toISOString() : key
}
