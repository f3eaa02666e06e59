/** A statement as the query builder would make it. */
export function asQuery(sql: string, parameters: readonly unknown[] = []) {
  return { compile: () => ({ sql, parameters }) } as unknown as never
}
