/** The body is not text, or not JSON that anybody wants to read. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}
