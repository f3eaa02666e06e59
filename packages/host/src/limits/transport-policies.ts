import { isIPv6 } from 'node:net'
import type { LimitPolicy } from '@quipu/kit'

/** Every request of one user, of any kind. */
export const requestsPerUser = {
  name: 'requests',
  policy: { points: 600, seconds: 60 },
} as const satisfies TransportLimit

/** Only failures count: a valid token is never refused because of others at the same address. */
export const failedAuthPerAddress = {
  name: 'failed-auth',
  policy: { points: 30, seconds: 60 },
} as const satisfies TransportLimit

export const authorizationsPerAddress = {
  name: 'authorizations',
  policy: { points: 10, seconds: 60 },
} as const satisfies TransportLimit

export const registrationsPerAddress = {
  name: 'registrations',
  policy: { points: 100, seconds: 3600 },
} as const satisfies TransportLimit

/** Also limits guesses of the short codes of devices. */
export const deviceRequestsPerAddress = {
  name: 'device-requests',
  policy: { points: 20, seconds: 60 },
} as const satisfies TransportLimit

export const passwordGuessesPerUser = {
  name: 'password-guesses',
  policy: { points: 10, seconds: 900 },
} as const satisfies TransportLimit

/** Each view of the page for device codes is stored for an hour. */
export const devicePagesPerAddress = {
  name: 'device-pages',
  policy: { points: 60, seconds: 60 },
} as const satisfies TransportLimit

export const tokenRequestsPerAddress = {
  name: 'token-requests',
  policy: { points: 300, seconds: 60 },
} as const satisfies TransportLimit

/** How many refused requests of one address are recorded in the audit; the rest are only in the metrics. */
export const refusalsAuditedPerAddress = {
  name: 'refusals-audited',
  policy: { points: 30, seconds: 60 },
} as const satisfies TransportLimit

export interface TransportLimit {
  readonly name: string
  readonly policy: LimitPolicy
}

/** One key for all addresses of one network subscriber: an IPv4 address, or an IPv6 /64. */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const isShortened = plain.includes('::')
  const zeros = isShortened ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
