/** The server's error message. Some modules put it into an envelope of their contract. */
export async function messageOf(response: Response): Promise<string | undefined> {
  const answer: unknown = await response.json().catch(() => undefined)
  return messageIn(answer) ?? messageIn(isObject(answer) ? answer['error'] : undefined)
}

function messageIn(answer: unknown): string | undefined {
  const message = isObject(answer) ? answer['message'] : undefined
  return typeof message === 'string' ? message : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
