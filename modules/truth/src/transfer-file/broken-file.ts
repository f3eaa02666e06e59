/** Why a file is not a complete file of truth, and in which line. */
export class BrokenFile extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}
