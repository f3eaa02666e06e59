/** A reply to a call without a limit has at most so many bytes of JSON: the text that a model reads. */
const mostBytes = 4096
/** A list reads at most so many rows if the call has no limit. */
export const defaultRows = 20

/** The rows that a call asks for. Without a limit: as many as fit in a default reply. */
export interface Asked {
  readonly limit?: number | undefined
  readonly offset: number
}

/** For pages of people and for resources, which have no paging of their own. */
export const allRows: Asked = { limit: Infinity, offset: 0 }

export interface Next {
  /** Where the next page begins, if there is one. */
  readonly next_offset?: number
}

/** An answer with up to `rows` rows. Without a limit, with as many of them as fit, and at least one. */
export function replyOf<Answer extends object>(
  limit: number | undefined,
  rows: number,
  answerOf: (rows: number) => Answer,
): Answer {
  const whole = answerOf(rows)
  if (limit !== undefined || rows <= 1 || fits(whole)) return whole
  let [low, high] = [1, rows - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(answerOf(middle))) low = middle
    else high = middle - 1
  }
  return answerOf(low)
}

/** One page of rows that are all known. */
export function pageOf<Answer extends object>(
  { limit, offset }: Asked,
  total: number,
  answerOf: (from: number, to: number, next: Next) => Answer,
): Answer {
  const from = Math.min(offset, total)
  const most = Math.min(limit ?? total, total - from)
  return replyOf(limit, most, (rows) => answerOf(from, from + rows, nextOf(from + rows, from + rows < total)))
}

export function nextOf(offset: number, hasMore: boolean): Next {
  return hasMore ? { next_offset: offset } : {}
}

/** How many rows of each list are among the first rows, if each list gives one row in turn. */
export function sharesOf(lengths: readonly number[], rows: number): readonly number[] {
  const shares = lengths.map(() => 0)
  let left = rows
  for (let turn = 0; left > 0 && lengths.some((length) => length > turn); turn += 1)
    lengths.forEach((length, list) => {
      if (length <= turn || left === 0) return
      shares[list] = turn + 1
      left -= 1
    })
  return shares
}

function fits(answer: object): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) <= mostBytes
}
