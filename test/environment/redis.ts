import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { freePort, temporaryFolder } from './places.ts'
import { startPrivateServer, type PrivateServer } from './private-server.ts'
import { findPrograms } from './programs.ts'

/** A Redis for tests that stores nothing on disk: killing it loses its data. */
export async function startRedis(): Promise<PrivateServer> {
  const program = findPrograms().redis
  if (!program) throw new Error('Redis is not installed, or QUIPU_TEST_WITHOUT names it')

  const folder = temporaryFolder()
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const url = `redis://:${password}@127.0.0.1:${port}`
  const address = ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password]
  const args = [...address, '--save', '', '--appendonly', 'no', '--dir', folder.path]
  return startPrivateServer({
    name: 'Redis',
    url,
    command: { program, args, folder: folder.path, user: null, stopSignal: 'SIGTERM' },
    ping: () => pingRedis(url),
    removeFolder: () => folder[Symbol.dispose](),
  })
}

async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}
