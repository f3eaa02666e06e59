/**
 * Items that several people wait for, in the order in which they are served: people take turns, each person's own in
 * order.
 */
export class Turns<Item> {
  /** The person who has waited longest for a turn comes first. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  lineOf(person: string): readonly Item[] {
    return this.#lines.get(person) ?? []
  }

  /** The items of each person who waits, in the order of their turns. */
  lines(): readonly (readonly Item[])[] {
    return [...this.#lines.values()]
  }

  add(person: string, item: Item): void {
    const line = this.#lines.get(person)
    if (line === undefined) this.#lines.set(person, [item])
    else line.push(item)
    this.#size += 1
  }

  /** The next item among those that may be served. It stays in the list. */
  next(mayHave: (person: string) => boolean = () => true): readonly [person: string, item: Item] | undefined {
    for (const [person, [item]] of this.#lines)
      if (item !== undefined && mayHave(person)) return [person, item]
    return undefined
  }

  /** Serves this item: the other items of this person move behind everyone else's. */
  take(person: string, item: Item): void {
    const line = this.#lines.get(person)
    if (line === undefined || !this.remove(person, item)) return
    this.#lines.delete(person)
    if (line.length > 0) this.#lines.set(person, line)
  }

  /** Removes this item; the other items of this person keep their place. False if it was not waiting. */
  remove(person: string, item: Item): boolean {
    const line = this.#lines.get(person) ?? []
    const at = line.indexOf(item)
    if (at === -1) return false
    line.splice(at, 1)
    if (line.length === 0) this.#lines.delete(person)
    this.#size -= 1
    return true
  }
}
