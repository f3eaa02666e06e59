import type { HttpAnswer } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { z } from 'zod'
import { VikunjaError, type VikunjaErrorKind } from './vikunja-error.ts'

/** v1 says `{code, message}`, v2 the same code in a problem document. */
const Refusal = z.object({ code: z.number().optional() })

/** Vikunja's number for a refusal; undefined if the answer is not one of Vikunja's own. */
export function codeOf(answer: HttpAnswer): number | undefined {
  try {
    return Refusal.safeParse(answer.json()).data?.code
  } catch {
    return undefined
  }
}

/** The error for any answer that is not a success, except 401, which needs a second request. */
export function failureOf(answer: HttpAnswer): VikunjaError {
  const { status } = answer
  const code = codeOf(answer)
  const facts = code === undefined ? {} : { vikunjaCode: code }
  const known = code === undefined ? undefined : byCode[code]
  if (known !== undefined) return new VikunjaError(known[0], known[1], facts)
  if (status === 429) {
    const seconds = secondsToWait(answer)
    return new VikunjaError('rate-limited', `Vikunja allows no more calls now; try again in ${seconds} s`, {
      ...facts,
      retryAfterSeconds: seconds,
    })
  }
  const [kind, message] = byStatus[status] ?? otherStatus(status)
  return new VikunjaError(kind, message, facts)
}

/** A failure of the HTTP port as an error about Vikunja. */
export function failureOfPort(error: PortError): VikunjaError {
  const [kind, message] = byReason[error.reason] ?? [
    'unavailable',
    'Vikunja cannot be reached; try again later',
  ]
  return new VikunjaError(kind, message, { cause: error })
}

/** For a change that was sent: unless the server refused it or never received it, the change may have been made. */
export function failureOfWrite(error: unknown): unknown {
  if (!(error instanceof VikunjaError) || !openEnds.has(error.kind)) return error
  const { kind, message, cause } = error
  if (cause instanceof PortError && !cause.isOutcomeUnknown) return error
  const words = `${message.replace(/; try again later$/, '')}. The change may be made all the same: look before you try again`
  return new VikunjaError(kind, words, { cause, isOutcomeUnknown: true })
}

const openEnds: ReadonlySet<VikunjaErrorKind> = new Set(['unavailable', 'timeout', 'bad-answer', 'too-large'])

/** Uses the server's clock: ours may be hours off. */
function secondsToWait({ headers }: HttpAnswer): number {
  const now = Date.parse(headers['date'] ?? '')
  const after = headers['retry-after'] ?? ''
  const reset = Number(headers['x-ratelimit-reset'])
  const seconds = /^\d+$/.test(after)
    ? Number(after)
    : ((Number.isNaN(Date.parse(after)) ? reset * 1000 : Date.parse(after)) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(1, Math.ceil(seconds))) : 60
}

function otherStatus(status: number): Words {
  return status >= 500
    ? ['unavailable', `Vikunja failed with status ${status}; try again later`]
    : ['invalid', `Vikunja refused the request with status ${status}`]
}

type Words = readonly [VikunjaErrorKind, string]

const byReason: Partial<Record<PortError['reason'], Words>> = {
  time: ['timeout', 'Vikunja did not answer in time; try again later'],
  redirect: [
    'unavailable',
    'The address of Vikunja leads to another place, and no token is sent there; set VIKUNJA_URL to its own address',
  ],
  'too-large': ['too-large', 'Vikunja answers with more than is read at once; ask for fewer items'],
  'not-json': [
    'bad-answer',
    'What answers at VIKUNJA_URL does not speak the API of Vikunja; check the address and the proxy before it',
  ],
}

const byStatus: Readonly<Record<number, Words>> = {
  400: ['invalid', 'Vikunja refused the request: a value does not fit'],
  403: ['forbidden', 'You may not do this in Vikunja'],
  404: ['not-found', 'Vikunja does not have this, or you may not see it'],
  405: ['unsupported', 'This version of Vikunja cannot do this'],
  409: ['conflict', 'Vikunja has this already'],
  412: ['invalid', 'Vikunja refused the request: a value does not fit'],
  413: ['invalid', 'Vikunja refused the request: it is too large'],
  422: ['invalid', 'Vikunja refused the request: a value does not fit'],
}

const byCode: Readonly<Record<number, Words>> = {
  3001: ['not-found', 'Vikunja has no such project, or you may not see it'],
  3004: ['forbidden', 'You, or the person whom you name, may not read this project'],
  3005: ['invalid', 'A project needs a title'],
  3007: ['conflict', 'Another project has this identifier already'],
  3008: ['conflict', 'The project is archived; open it again first'],
  3012: ['invalid', 'The default project cannot be deleted'],
  3013: ['invalid', 'The default project cannot be archived'],
  3014: ['not-found', 'The project has no such view'],
  4001: ['invalid', 'A task needs a title'],
  4002: ['not-found', 'Vikunja has no such task, or you may not see it'],
  4008: ['conflict', 'The tasks have this relation already'],
  4009: ['not-found', 'The tasks do not have this relation'],
  4010: ['invalid', 'A task cannot be related to itself'],
  4011: ['not-found', 'The task has no such attachment'],
  4015: ['not-found', 'The task has no such comment'],
  4016: ['invalid', 'The filter or the order names a field that tasks do not have'],
  4017: ['invalid', 'The filter has an operator that Vikunja does not know'],
  4018: ['invalid', 'The filter must join its parts with && or ||'],
  4019: ['invalid', 'The filter compares a field with a value that does not fit it'],
  4020: ['invalid', 'The attachment belongs to another task'],
  4021: ['conflict', 'This person is assigned already'],
  4022: ['invalid', 'A relative reminder needs the date that it is relative to'],
  4023: ['conflict', 'This relation would close a circle'],
  4024: ['invalid', 'Vikunja cannot read the filter'],
  4031: ['invalid', 'One of the tasks has a value that does not fit; none was created'],
  8001: ['conflict', 'The task has this label already'],
  8002: ['not-found', 'Vikunja has no such label, or you may not see it'],
  8003: ['forbidden', 'You may not use this label'],
  10001: ['not-found', 'The board has no such bucket'],
  10002: ['invalid', 'The bucket belongs to another project'],
  10003: ['invalid', 'The last bucket of a board cannot be removed'],
  10004: ['conflict', 'The bucket is full'],
}
