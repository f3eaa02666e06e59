const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/** “just now”, “5 minutes ago”, “in 3 days”; the date if it is more than a week away. */
export function momentWords(at: Date, now: Date): string {
  let amount = Math.round((at.getTime() - now.getTime()) / 1000)
  if (Math.abs(amount) < 10) return 'just now'
  for (const [unit, most] of steps) {
    if (Math.abs(amount) < most) return relative.format(amount, unit)
    amount = Math.round(amount / most)
  }
  return at.toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' })
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
