/** One step of the schema. Never changed once it is released: the host refuses a changed one. */
export interface Migration {
  /** `001-tasks`: unique in its module, applied in order. */
  readonly id: string
  /**
   * In the PostgreSQL 15 dialect. For a table of user data end with `select quipu_protect('table')`, for one that all
   * read and some roles change with `select quipu_share('table', '{admin}')`. After either, and after each later change
   * of columns or policies, `select quipu_searchable('table')` creates the view `own_table`: the rows that the caller
   * may see, read with every index. That includes text indexes (`pg_trgm` is available), which row-level security
   * disables on the table itself.
   */
  readonly sql: string
}
