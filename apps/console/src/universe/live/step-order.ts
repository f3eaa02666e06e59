/** What to do with an incoming step. */
export type Verdict = 'apply' | 'known' | 'gap' | 'later'

/**
 * Keeps the steps of a universe in order: each revision is applied once, and none is skipped. While the whole state is
 * being reloaded, steps wait.
 */
export class StepOrder<Step> {
  #revision: number
  #isReading = false
  readonly #waiting: { revision: number; step: Step }[] = []

  constructor(revision: number) {
    this.#revision = revision
  }

  get revision(): number {
    return this.#revision
  }
  get isReading(): boolean {
    return this.#isReading
  }

  take(revision: number, step: Step): Verdict {
    if (this.#isReading) {
      this.#waiting.push({ revision, step })
      return 'later'
    }
    if (revision <= this.#revision) return 'known'
    if (revision > this.#revision + 1) return 'gap'
    this.#revision = revision
    return 'apply'
  }

  /** The state is about to be reloaded. The step that revealed the gap waits with the others. */
  read(revision?: number, step?: Step): void {
    this.#isReading = true
    if (revision !== undefined && step !== undefined) this.#waiting.push({ revision, step })
  }

  /** The state was reloaded at this revision. Returns the waiting steps, to be offered again. */
  wasRead(revision: number): { revision: number; step: Step }[] {
    this.#isReading = false
    this.#revision = revision
    return this.#waiting.splice(0).toSorted((a, b) => a.revision - b.revision)
  }
}
