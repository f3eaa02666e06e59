/** A signed link that is invalid or has expired. */
export class LinkRefused extends Error {
  override readonly name = 'LinkRefused'
  readonly status: 403 | 410

  constructor(status: 403 | 410, message: string) {
    super(message)
    this.status = status
  }
}
