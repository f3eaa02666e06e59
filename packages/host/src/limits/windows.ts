/** The state of a key in its window. */
export interface Standing {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until every point is back, if no more are taken. */
  readonly resetSeconds: number
}

export interface Refusal extends Standing {
  readonly ok: false
  /** A call after this many seconds is granted, whatever is refused meanwhile. */
  readonly retryAfterSeconds: number
}

export type Decision = (Standing & { readonly ok: true }) | Refusal

export type Loan = (Standing & { readonly ok: true; giveBack(): Promise<void> }) | Refusal

/** The windows of one policy, one for each key. */
export interface Windows {
  consume(key: string): Decision | Promise<Decision>
  borrow(key: string): Promise<Loan>
  /** Removes windows that have ended. */
  sweep(): void
}

/** Milliseconds since any fixed moment. */
export type Clock = () => number

export function granted(limit: number, taken: number, leftMs: number): Decision {
  return { ok: true, limit, remaining: limit - taken, resetSeconds: wholeSeconds(leftMs) }
}

export function refused(limit: number, leftMs: number): Refusal {
  const seconds = wholeSeconds(leftMs)
  return { ok: false, limit, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
}

function wholeSeconds(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000))
}
