/** A failed request, in words for the person at the screen. */
export class Problem extends Error {
  readonly status: number
  /** What they can do now. */
  readonly next: 'signIn' | 'back' | 'retry' | 'none'

  constructor(status: number, message: string, next: Problem['next']) {
    super(message)
    this.status = status
    this.next = next
  }
}

/** `status` 0 means no response at all. `message` is the server's own; it names what to fix for 400, 409 and 422. */
export function problemOf(status: number, message?: string): Problem {
  switch (status) {
    case 0:
      return new Problem(0, 'The server cannot be reached. Check your connection and try again.', 'retry')
    case 401:
      return new Problem(401, 'You are signed out. Sign in again to go on.', 'signIn')
    case 403:
      return new Problem(
        403,
        message ?? 'You may look at this but not change it. Ask who owns it, or an admin.',
        'none',
      )
    case 404:
      return new Problem(404, message ?? 'This is not here any more, or it is not shared with you.', 'back')
    case 413:
      return new Problem(413, 'That is too large to send at once. Send it in smaller parts.', 'none')
    case 429:
      return new Problem(429, message ?? 'That was too much at once. Wait a minute and try again.', 'none')
    default:
      if (status >= 400 && status < 500 && message !== undefined) return new Problem(status, message, 'none')
      return new Problem(
        status,
        'The server could not do this. Try again in a moment; if it keeps failing, tell an admin.',
        'retry',
      )
  }
}

/** Turns anything that was caught into a problem that can be shown. */
export function asProblem(caught: unknown): Problem {
  return caught instanceof Problem ? caught : problemOf(0)
}

/** Without the place in the request where the server found it: `$.where[0][2]: …`, `metrics[0].expression: …`. */
export function plainProblem(problem: Problem): Problem {
  const message = problem.message.replace(/^(?:\$[.[][\w$.[\]]*|\w+\[\d+\][\w$.[\]]*): /, '')
  return message === problem.message ? problem : new Problem(problem.status, message, problem.next)
}

export function signInAddress(here: string): string {
  return `/login?next=${encodeURIComponent(here)}`
}
