/** An invented business, what its rows say, and what questions about its money must come to. */
export interface SoldSchema {
  readonly name: string
  readonly script: string
  /** Each question with the query that says what is right. */
  readonly asks: readonly (readonly [question: string, gold: string])[]
}

/** Fills a table with rows made from the number `i`, from zero on. */
export function fill(table: string, count: number, select: string): string {
  return `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1}) insert into ${table} select ${select} from n;`
}

/** One of some texts, chosen by a number. */
export function one(by: string, texts: readonly string[]): string {
  const cases = texts.map((text, at) => `when ${at} then '${text}'`).join(' ')
  return `case (${by}) % ${texts.length} ${cases} end`
}

/** A day between the start of 2025 and the middle of November 2026. */
export function day(number: string): string {
  return `date('2025-01-01', ((${number}) % 680) || ' day')`
}
