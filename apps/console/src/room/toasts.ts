export interface Toast {
  readonly id: number
  readonly who: string
  readonly what: string
  /** Several alike, told once. */
  readonly count: number
}

const mostToasts = 3

/** The newest last, three at the most; the same person doing the same again is counted, not repeated. */
export function withToast(toasts: readonly Toast[], id: number, who: string, what: string): readonly Toast[] {
  const last = toasts.at(-1)
  if (last !== undefined && last.who === who && sameDeed(last.what, what))
    return [...toasts.slice(0, -1), { id, who, what, count: last.count + 1 }]
  return [...toasts, { id, who, what, count: 1 }].slice(-mostToasts)
}

/** “added Mars” and “added Venus” are alike. */
function sameDeed(a: string, b: string): boolean {
  return a.split(' ')[0] === b.split(' ')[0]
}
