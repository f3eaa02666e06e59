/** What several people wait for, in the order in which it is served: people take turns, each person's own in order. */
export class Turns<Item> {
  /** The person who has had no turn for longest comes first. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  lineOf(person: string): readonly Item[] {
    return this.#lines.get(person) ?? []
  }

  /** Of each person who waits, in the order of their turns. */
  lines(): readonly (readonly Item[])[] {
    return [...this.#lines.values()]
  }

  add(person: string, item: Item): void {
    const line = this.#lines.get(person)
    if (line === undefined) this.#lines.set(person, [item])
    else line.push(item)
    this.#size += 1
  }

  /** Whose turn it is, among those who may have one. It goes on waiting. */
  next(mayHave: (person: string) => boolean = () => true): readonly [person: string, item: Item] | undefined {
    for (const [person, [item]] of this.#lines)
      if (item !== undefined && mayHave(person)) return [person, item]
    return undefined
  }

  /** It has its turn: what else this person waits for goes behind all others. */
  take(person: string, item: Item): void {
    const line = this.#lines.get(person)
    if (line === undefined || !this.remove(person, item)) return
    this.#lines.delete(person)
    if (line.length > 0) this.#lines.set(person, line)
  }

  /** It waits no longer; what else this person waits for keeps its place. False if it did not wait. */
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
