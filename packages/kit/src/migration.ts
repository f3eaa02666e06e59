/** One step forward of the schema. Never edited once released: the host refuses a changed one. */
export interface Migration {
  /** `001-tasks`: unique in its module, applied in order. */
  readonly id: string
  /**
   * In the PostgreSQL 15 dialect. For a table of user data end with `select quipu_protect('table')`, for one that all
   * see and some roles change with `select quipu_share('table', '{admin}')`.
   */
  readonly sql: string
}
