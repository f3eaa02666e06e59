import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Guard } from './guard.ts'

const options = {
  appUrl: 'https://quipu.example',
  listen: { host: '0.0.0.0', port: 8319 },
  allowedOrigins: ['https://app.example'],
  trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
}

/** As much of a request as the guard looks at. */
function from(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  return {
    headers: { host: 'quipu.example', ...headers },
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage
}

test('[H20] forwarded addresses count only from a trusted proxy, and only up to the first stranger', () => {
  const guard = new Guard(options, 8319)
  const forwarded = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7, 10.1.2.3' }

  expect(guard.address(from('10.9.9.9', forwarded))).toBe('203.0.113.7')
  expect(guard.address(from('::ffff:192.0.2.1', forwarded))).toBe('203.0.113.7')
  expect(guard.address(from('203.0.113.99', forwarded))).toBe('203.0.113.99')
})

test('[H911] loopback is a direct peer, not someone whom a proxy on this machine lets in', () => {
  const guard = new Guard(options, 8319)

  expect(guard.isLoopback(from('127.0.0.1'))).toBe(true)
  expect(guard.isLoopback(from('::ffff:127.0.0.1'))).toBe(true)
  expect(guard.isLoopback(from('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }))).toBe(false)
  expect(guard.isLoopback(from('203.0.113.7'))).toBe(false)
})

test('[H21] only the host of the public address is answered for, and only known origins are let in', () => {
  const guard = new Guard(options, 8319)
  const refused = (headers: Record<string, string>) =>
    guard.refusal(from('203.0.113.7', headers)) !== undefined

  expect(refused({})).toBe(false)
  expect(refused({ host: 'evil.example' })).toBe(true)
  expect(refused({ host: '127.0.0.1:8319' })).toBe(true)
  expect(refused({ origin: 'https://quipu.example' })).toBe(false)
  expect(refused({ origin: 'https://app.example' })).toBe(false)
  expect(refused({ origin: 'http://quipu.example' })).toBe(true)
  expect(refused({ origin: 'null' })).toBe(true)
})
