/** The body is not text, or not acceptable JSON. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}
