/** The server's own words about a failure. */
export async function messageOf(response: Response): Promise<string | undefined> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined
  return typeof answer.message === 'string' ? answer.message : undefined
}
