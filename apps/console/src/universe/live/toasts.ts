export interface Toast {
  readonly id: number
  readonly who: string
  readonly what: string
  /** The number of similar actions that this toast stands for. */
  readonly count: number
}

const mostToasts = 3

/** At most three, the newest last. When the same person repeats an action, it is counted and not repeated. */
export function withToast(toasts: readonly Toast[], id: number, who: string, what: string): readonly Toast[] {
  const last = toasts.at(-1)
  if (last !== undefined && last.who === who && isSameAction(last.what, what))
    return [...toasts.slice(0, -1), { id, who, what, count: last.count + 1 }]
  return [...toasts, { id, who, what, count: 1 }].slice(-mostToasts)
}

/** “added Mars” and “added Venus” are similar. */
function isSameAction(a: string, b: string): boolean {
  return a.split(' ')[0] === b.split(' ')[0]
}
