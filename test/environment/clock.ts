const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Time in hand: stands still until advanced. */
export class Clock {
  #ms = Date.parse('2026-11-01T08:00:00.000Z')

  readonly now = (): Date => new Date(this.#ms)

  /** `30s`, `15m`, `1h`, `30d`. */
  advance(by: `${number}${keyof typeof unitMs}`): void {
    // The type admits nothing else as the last character.
    const unit = by.slice(-1) as keyof typeof unitMs
    this.#ms += Number(by.slice(0, -1)) * unitMs[unit]
  }
}
