import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { Host } from '@quipu/host'
import { ToolError } from '@quipu/kit'
import { expect, onTestFinished, test } from 'vitest'
import { ControlClient, OwnerGone, OwnerLeaving } from './control-client.ts'
import { ControlServer } from './control-server.ts'
import { joinFolder, takeFolder } from './join.ts'
import { frameLimit, protocol } from './frames.ts'
import { messageLimit } from './lines.ts'
import { findSocketPath, readOwner } from './owner-file.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('[C18] the socket is for the owner of the folder alone, and so is the record of who listens', async () => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)

  expect(statSync(join(dataFolder, 'control.sock')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataFolder, 'owner.json')).mode & 0o777).toBe(0o600)
  expect(readOwner(dataFolder)).toEqual({
    pid: process.pid,
    kind: 'stdio',
    socket: join(dataFolder, 'control.sock'),
  })
})

test('[C919] files of a killed owner are removed, and a clean end leaves none', async () => {
  const dataFolder = temporaryFolder()
  writeFileSync(join(dataFolder, 'control.sock'), '')
  writeFileSync(join(dataFolder, 'owner.json'), '{"pid":1,')
  expect(await ControlClient.reach(dataFolder)).toBeUndefined()

  const control = await listen(dataFolder)
  expect((await reach(dataFolder)).hello).toMatchObject({ pid: process.pid, kind: 'stdio' })
  await control.leave('anyone', 100)
  await control.disconnect()

  expect(existsSync(join(dataFolder, 'control.sock'))).toBe(false)
  expect(readOwner(dataFolder)).toBeUndefined()
})

test('[C18] a folder whose path is too long for a socket gets a short one, found through owner.json', async () => {
  const dataFolder = join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(dataFolder, { recursive: true })
  expect(findSocketPath(dataFolder)).toBeUndefined()

  const control = await listen(dataFolder)
  const path = findSocketPath(dataFolder) ?? ''
  expect(path.length).toBeLessThan(100)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  await reach(dataFolder)
  await control.leave('anyone', 100)
  await control.disconnect()
  expect(existsSync(join(path, '..'))).toBe(false)
})

test('[C10] [C909] an operation runs in the owner, and its errors come back as they were', async () => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)
  const client = await reach(dataFolder)

  expect(await client.perform('user.list', {})).toEqual([])
  await expect(client.perform('user.role', { email: 'x@y', role: 'viewer' })).rejects.toEqual(
    new ToolError('NOT_FOUND', 'There is no account for x@y'),
  )
  await expect(client.perform('user.role', { email: 'x@y', role: 'king' })).rejects.toThrow(
    /role must be one of/,
  )
  await expect(client.perform('toString', {})).rejects.toThrow(/no operation/)
})

test('[C909] the details of a bug are not sent over the socket', async () => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)
  const client = await reach(dataFolder)
  await expect(client.perform('checks', {})).rejects.toThrow(/failed unexpectedly in process/)
})

test('[C13] lines and their keys reach the host, and its answers the client', async () => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)
  const client = await reach(dataFolder)
  const lines: string[] = []
  const answered = new Promise<void>((resolve) => {
    client.events = {
      line: (line) => {
        lines.push(line)
        if (lines.length === 2) resolve()
      },
    }
  })

  await client.connect(undefined)
  client.send('{"n":1}', 'key-1')
  client.send('é'.repeat(1000))
  await answered

  expect(lines).toEqual(['key-1 {"n":1}', `no key ${'é'.repeat(1000)}`])
})

test('[C12] an answer over the limit becomes an error, and the connection lives', async () => {
  const dataFolder = temporaryFolder()
  const huge = JSON.stringify({ jsonrpc: '2.0', id: 5, result: 'x'.repeat(messageLimit) })
  await listen(dataFolder, { reply: () => huge })
  const client = await reach(dataFolder)
  const line = new Promise<string>((resolve) => {
    client.events = { line: resolve }
  })
  await client.connect(undefined)
  client.send('{}')
  expect(JSON.parse(await line)).toMatchObject({
    id: 5,
    error: { message: expect.stringContaining('larger than') },
  })
})

test.each([
  ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
  ['an unknown frame', '{"type":"reboot"}\n'],
  ['a frame over the limit', `${'x'.repeat(frameLimit + 1)}\n`],
])('[C23] a guest that sends %s is disconnected, and others are served', async (_, bytes) => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)
  const rude = createConnection(join(dataFolder, 'control.sock'))
  rude.on('error', () => {})
  rude.resume()
  rude.write(bytes)
  await once(rude, 'close')

  const client = await reach(dataFolder)
  expect(await client.perform('user.list', {})).toEqual([])
})

test('[C922] an owner of another version is reported with a message', async () => {
  const dataFolder = temporaryFolder()
  const server = createServer((socket) => {
    socket.write('{"type":"hello","protocol":999,"pid":42,"kind":"server"}\n')
  })
  server.listen(join(dataFolder, 'control.sock'))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  await expect(ControlClient.reach(dataFolder)).rejects.toThrow(/Process 42 .* another version/)
})

test('[C58] an owner that falls silent is disconnected, and clients that wait for its answer get an error', async () => {
  const dataFolder = temporaryFolder()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(`${JSON.stringify({ type: 'hello', protocol, pid: 42, kind: 'server' })}\n`)
  })
  server.listen(join(dataFolder, 'control.sock'))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const client = await ControlClient.reach(dataFolder, { pulseMs: 20, silenceMs: 100 })
  if (!(client instanceof ControlClient)) throw new Error('nobody answers')

  await expect(client.perform('user.list', {})).rejects.toBeInstanceOf(OwnerGone)
  await client.closed
})

test('[C58] an owner that has nothing to say but answers is kept', async () => {
  const dataFolder = temporaryFolder()
  await listen(dataFolder)
  const client = await ControlClient.reach(dataFolder, { pulseMs: 5, silenceMs: 100 })
  if (!(client instanceof ControlClient)) throw new Error('nobody answers')
  onTestFinished(() => client.close())
  let pulses = 0
  const beside = setInterval(() => (pulses += 1), 5)
  onTestFinished(() => clearInterval(beside))
  await expect.poll(() => pulses).toBeGreaterThan(60)

  expect(await client.perform('user.list', {})).toEqual([])
})

test('[C21] a leaving owner finishes what is under way, takes no more, and frees its successor last', async () => {
  const dataFolder = temporaryFolder()
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  let asked = () => {}
  const handOver = new Promise<void>((resolve) => (asked = resolve))
  const control = await listen(dataFolder, { idle: () => slow.promise, onHandOver: () => asked() })
  const guest = await reach(dataFolder)
  await guest.connect(undefined)
  guest.events = { leaving: (to) => order.push(`leaving to ${to}`) }
  void guest.closed.then(() => order.push('guest freed'))
  const successor = await reach(dataFolder)
  void successor.closed.then(() => order.push('successor freed'))
  successor.requestHandOver()
  await handOver

  const leaving = control.leave('server', 60_000).then(() => order.push('finished'))
  await expect(guest.perform('user.list', {})).rejects.toThrow(OwnerLeaving)
  slow.resolve()
  await leaving
  await control.disconnect()
  await guest.closed
  await control.dismissSuccessor()
  await successor.closed

  expect(order).toEqual(['leaving to server', 'finished', 'guest freed', 'successor freed'])
})

test('[C21] the folder is joined as a guest, taken from a client, and never from a server', async () => {
  const dataFolder = temporaryFolder()
  const inUse = Object.assign(new Error('in use'), { code: 'DATA_FOLDER_IN_USE' })
  const options = { dataFolder, open: () => Promise.reject(inUse), patienceMs: 200 }
  await expect(joinFolder(options)).rejects.toThrow(/in use by another process, which does not answer/)

  await listen(dataFolder, { kind: 'server' })
  const joined = await joinFolder(options)
  if (joined.role === 'guest') joined.client.close()
  expect(joined.role).toBe('guest')
  await expect(takeFolder(options)).rejects.toThrow(
    `A Quipu server is already running on this data folder: process ${process.pid}, http://localhost:1.`,
  )
})

async function listen(
  dataFolder: string,
  options: {
    kind?: 'server' | 'stdio'
    reply?: () => string
    idle?: () => Promise<void>
    onHandOver?: () => void
  } = {},
): Promise<ControlServer> {
  const { kind = 'stdio' } = options
  const control = await ControlServer.listen({
    dataFolder,
    identity: { kind, url: kind === 'server' ? 'http://localhost:1' : undefined },
    workplace: {
      host: standIn(options),
      appUrl: 'http://localhost:1',
      ownerEmail: 'owner@localhost',
      dataFolder,
      secretMark: 'mark',
    },
    log: quiet,
    onHandOver: options.onHandOver,
  })
  onTestFinished(async () => {
    await control.leave('anyone', 0)
    await control.disconnect()
    await control.dismissSuccessor()
  })
  return control
}

async function reach(dataFolder: string): Promise<ControlClient> {
  const client = await ControlClient.reach(dataFolder)
  if (!(client instanceof ControlClient)) throw new Error('nobody answers')
  onTestFinished(() => client.close())
  return client
}

/** As much of a host as these tests need: it answers each line with the key that came along. */
function standIn({ reply, idle }: { reply?: () => string; idle?: () => Promise<void> }): Host {
  const host = {
    accounts: {
      list: () => Promise.resolve([]),
      owner: () => Promise.resolve({ id: 'owner' }),
      setRole: (email: string) =>
        Promise.reject(new ToolError('NOT_FOUND', `There is no account for ${email}`)),
    },
    connect: (_userId: string, send: (line: string) => void) => ({
      receive: (line: string, key?: string) => send(reply?.() ?? `${key ?? 'no key'} ${line}`),
      idle: idle ?? (() => Promise.resolve()),
      close: () => {},
    }),
    checks: () => Promise.reject(new Error('the password is hunter2')),
    asCommand: <Result>(work: () => Promise<Result>) => work(),
  }
  // The operations under test use no other part of a host.
  return host as unknown as Host
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quipu-control-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
