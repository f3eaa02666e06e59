/** An error answer, with Vikunja's own number for it. */
export class Refused extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
