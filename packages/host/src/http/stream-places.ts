import { ToolError } from '@quipu/kit'

export interface StreamPlacesLimits {
  /** How many streams a user may have open at this instance. */
  readonly mostPerUser: number
  /** How many all users together may have open. */
  readonly most: number
}

/** Counts the open streams of an instance. */
export class StreamPlaces {
  readonly #limits: StreamPlacesLimits
  readonly #perUser = new Map<string, number>()
  #taken = 0

  constructor(limits: StreamPlacesLimits) {
    this.#limits = limits
  }

  take(userId: string): void {
    const { most, mostPerUser } = this.#limits
    if (this.#taken >= most)
      throw new ToolError(
        'UNAVAILABLE',
        'The server has as many open streams as it can serve; try again later',
      )
    const theirs = this.#perUser.get(userId) ?? 0
    if (theirs >= mostPerUser)
      throw new ToolError('RATE_LIMITED', `You have ${mostPerUser} streams open; close one of them first`)
    this.#taken += 1
    this.#perUser.set(userId, theirs + 1)
  }

  /** Call it once for each place that was taken. */
  leave(userId: string): void {
    this.#taken -= 1
    const left = (this.#perUser.get(userId) ?? 1) - 1
    if (left === 0) this.#perUser.delete(userId)
    else this.#perUser.set(userId, left)
  }
}
