import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Caller, Log } from '@quipu/kit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RunningCall } from '../calls/running-call.ts'
import { streamDefaults } from './event-streams.ts'
import { OpenStream } from './open-stream.ts'
import { StreamPlaces } from './stream-places.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('[H44] by default a comment is sent after 15 seconds without an event', async () => {
  const { stream, response } = await openSilent()
  stream.look(14_999, streamDefaults)
  expect(response.written).toEqual([':connected\n\nretry: 3000\n\n'])
  stream.look(1, streamDefaults)
  expect(response.written.slice(1)).toEqual([':\n\n'])
})

test('[H930] by default a reader may accept nothing for 20 seconds, and has a second for the last event', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { stream, response } = await openSilent()
  response.writableLength = 1
  stream.look(19_999, streamDefaults)
  expect(response.last).toBeUndefined()
  stream.look(1, streamDefaults)
  expect(response.last).toMatch(/^event: dropped\ndata: \{"reason":"slow"/)
  vi.advanceTimersByTime(999)
  expect(response.isDestroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(response.isDestroyed).toBe(true)
})

test('[H48] by default a user has at most 50 streams, and all users together 5,000', () => {
  const places = new StreamPlaces(streamDefaults)
  for (let count = 0; count < 50; count += 1) places.take('ada')
  expect(() => places.take('ada')).toThrow('You have 50 streams open')
  for (let count = 50; count < 5_000; count += 1) places.take(`user ${count}`)
  expect(() => places.take('one more')).toThrow('as many open streams as it can serve')
  places.leave('ada')
  places.take('one more')
})

/** A stream whose module has no event yet. */
async function openSilent() {
  const response = new FakeResponse()
  const caller: Caller = {
    userId: 'ada',
    username: 'ada@example.com',
    role: 'viewer',
    permissions: new Set(),
    clientId: 'test',
    tokenHash: '',
  }
  const stream = new OpenStream({
    calls: { log: quiet },
    call: new RunningCall({ caller, requestId: 'r', transport: 'http' }),
    name: 'GET /bells',
    // It has what a stream uses.
    response: response as unknown as ServerResponse,
    partingMs: streamDefaults.partingMs,
    ended: () => {},
  })
  const begun = stream.begin({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(100)
  await begun
  return { stream, response }
}

class FakeResponse extends EventEmitter {
  readonly written: string[] = []
  writableLength = 0
  last: string | undefined
  isDestroyed = false

  writeHead(): void {}

  write(text: string): boolean {
    this.written.push(text)
    return true
  }

  end(last: string): void {
    this.last = last
  }

  destroy(): void {
    this.isDestroyed = true
  }
}
