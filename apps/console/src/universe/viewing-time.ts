/** Available speeds in simulated seconds per second, slowest first. */
export const timeScales = [
  { seconds: 1, words: '1 second' },
  { seconds: 60, words: '1 minute' },
  { seconds: 3600, words: '1 hour' },
  { seconds: 21_600, words: '6 hours' },
  { seconds: 86_400, words: '1 day' },
  { seconds: 604_800, words: '1 week' },
  { seconds: 2_592_000, words: '30 days' },
  { seconds: 31_557_600, words: '1 year' },
  { seconds: 315_576_000, words: '10 years' },
] as const

/**
 * The moment that this viewer looks at. It follows the universe's time until the viewer plays or scrubs. From then on it
 * is independent of the universe's time, until the viewer attaches it again.
 */
export class ViewingTime {
  #time: number
  #shared: number
  #step = 4
  #isReverse = false
  #isPlaying = false
  #isDetached = false
  #listeners = new Set<() => void>()

  constructor(time: number) {
    this.#time = time
    this.#shared = time
  }

  get time(): number {
    return this.#time
  }
  get isPlaying(): boolean {
    return this.#isPlaying
  }
  get isDetached(): boolean {
    return this.#isDetached
  }
  get isReverse(): boolean {
    return this.#isReverse
  }
  /** The index in `timeScales`. */
  get step(): number {
    return this.#step
  }
  /** Simulated seconds per second; negative when time runs backwards. */
  get rate(): number {
    return (timeScales[this.#step]?.seconds ?? 1) * (this.#isReverse ? -1 : 1)
  }

  /** Called each frame with the real seconds since the last. */
  advance(seconds: number): void {
    if (this.#isPlaying) this.#time += this.rate * seconds
  }

  play(isPlaying: boolean): void {
    this.#isPlaying = isPlaying
    if (isPlaying) this.#isDetached = true
    this.#notify()
  }

  setStep(step: number): void {
    this.#step = Math.max(0, Math.min(timeScales.length - 1, step))
    this.#notify()
  }

  setReverse(isReverse: boolean): void {
    this.#isReverse = isReverse
    this.#notify()
  }

  goTo(time: number): void {
    this.#time = time
    this.#isDetached = true
    this.#notify()
  }

  /** Call this when the universe's time has changed. */
  follow(shared: number): void {
    this.#shared = shared
    if (!this.#isDetached) this.#time = shared
    this.#notify()
  }

  /** Returns to the time that everyone sees. */
  rejoin(): void {
    this.#isDetached = false
    this.#isPlaying = false
    this.#time = this.#shared
    this.#notify()
  }

  /** Notifies of choices, not of every frame. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The range of the scrubber around `anchor`: a hundred seconds of play in both directions. It moves on when time leaves it. */
export function scrubWindow(
  anchor: number,
  time: number,
  rate: number,
): { anchor: number; from: number; to: number } {
  const half = Math.abs(rate) * 100
  const centre = Math.abs(time - anchor) > half ? time : anchor
  return { anchor: centre, from: centre - half, to: centre + half }
}
