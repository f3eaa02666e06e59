import type { TestUser } from '../../../test/environment/test-user.ts'

/** Calls that must succeed, and their answers. */
export class Teller {
  readonly user: TestUser

  constructor(user: TestUser) {
    this.user = user
  }

  async call<Answer = Record<string, unknown>>(tool: string, input: object = {}): Promise<Answer> {
    const answer = await this.attempt<Answer>(tool, input)
    if (answer.value === undefined) throw new Error(`${tool} failed: ${answer.code}`)
    return answer.value
  }

  /** The answer, or the code of the error. */
  async attempt<Answer>(
    tool: string,
    input: object,
  ): Promise<{ readonly value?: Answer; readonly code?: string }> {
    const { isError, body } = await this.user.call(tool, input)
    // Each test checks the answer that it expects.
    if (!isError) return { value: body as unknown as Answer }
    return { code: (body as unknown as { error: { code: string } }).error.code }
  }
}
