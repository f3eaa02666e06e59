/** What is drawn at each level, best first. */
export const levels = [
  { pixelRatio: 2, labels: 40, points: 1, segments: 36_000, hasSoftMatter: true },
  { pixelRatio: 1, labels: 28, points: 0.5, segments: 12_000, hasSoftMatter: true },
  { pixelRatio: 0.75, labels: 18, points: 0.3, segments: 6_000, hasSoftMatter: true },
  { pixelRatio: 0.5, labels: 12, points: 0.15, segments: 3_000, hasSoftMatter: false },
] as const

export type Level = (typeof levels)[number]

/**
 * Lowers the quality when frames are slow and raises it again when there is plenty of time. A level that was too slow is
 * tried again only after a while, which doubles each time, so that the quality does not alternate.
 */
export class Quality {
  #level: number
  #frames = 0
  #seconds = 0
  #goodSeconds = 0
  #patience = 2
  framesPerSecond = 0

  constructor(level = 0) {
    this.#level = level
  }

  get level(): Level {
    return levels[this.#level] ?? levels[0]
  }

  /** Records the duration of one frame. Returns whether the level has changed. */
  frame(seconds: number): boolean {
    // A pause, such as a hidden tab, is not a slow frame.
    if (seconds > 0.5) return false
    this.#frames++
    this.#seconds += seconds
    if (this.#seconds < 1) return false
    this.framesPerSecond = this.#frames / this.#seconds
    this.#frames = 0
    this.#seconds = 0
    return this.#judge()
  }

  #judge(): boolean {
    this.#goodSeconds = this.framesPerSecond > 55 ? this.#goodSeconds + 1 : 0
    if (this.framesPerSecond < 34 && this.#level < levels.length - 1) {
      this.#level++
      this.#patience = Math.min(120, this.#patience * 2)
      return true
    }
    if (this.#goodSeconds <= this.#patience || this.#level === 0) return false
    this.#goodSeconds = 0
    this.#level--
    return true
  }
}
