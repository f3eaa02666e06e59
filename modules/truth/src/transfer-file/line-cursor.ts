import type {
  BytesLine,
  HeadLine,
  Line,
  LineKind,
  MergeLine,
  ObservationLine,
  RelationshipLine,
  RunLine,
  SourceLine,
  EndLine,
} from './lines.ts'

interface LineOf {
  readonly quipu_truth: HeadLine
  readonly relationship: RelationshipLine
  readonly merge: MergeLine
  readonly source: SourceLine
  readonly bytes: BytesLine
  readonly run: RunLine
  readonly observation: ObservationLine
  readonly end: EndLine
}

/** Goes through the lines of a file, one kind after another. */
export class LineCursor {
  readonly #lines: AsyncIterator<Line>
  #next: Promise<IteratorResult<Line>> | undefined

  constructor(lines: AsyncIterable<Line>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** The next line, if it is of this kind. */
  async take<Kind extends LineKind>(kind: Kind): Promise<LineOf[Kind] | undefined> {
    const { done, value } = await (this.#next ??= this.#lines.next())
    if (done === true || !(kind in value)) return undefined
    this.#next = undefined
    // Exactly the lines of this kind have the part of that name.
    return value as LineOf[Kind]
  }

  async skip(kind: LineKind): Promise<void> {
    while ((await this.take(kind)) !== undefined);
  }

  /** The next lines of this kind, up to so many at a time. */
  async *portions<Kind extends LineKind>(kind: Kind, most: number): AsyncGenerator<LineOf[Kind][]> {
    let portion: LineOf[Kind][] = []
    for (let line = await this.take(kind); line !== undefined; line = await this.take(kind)) {
      portion.push(line)
      if (portion.length < most) continue
      yield portion
      portion = []
    }
    if (portion.length > 0) yield portion
  }

  async close(): Promise<void> {
    await this.#lines.return?.()
  }
}
