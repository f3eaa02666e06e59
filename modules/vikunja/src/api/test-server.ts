import type { Ports } from '@quipu/kit'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { FakeVikunja, type FakeOptions } from '../../../../test/environment/fake-vikunja/fake-vikunja.ts'
import { openPorts } from '../../../../test/environment/test-ports.ts'
import { openVikunja } from './open-vikunja.ts'
import type { Vikunja, VikunjaServer } from './vikunja.ts'
import { VikunjaError } from './vikunja-error.ts'

export const generations = [
  ['v1', '2.3'],
  ['v2', '2.5'],
] as const

/** Ana with a project of her own, on a server of the given version. */
export interface TestServer {
  readonly fake: FakeVikunja
  readonly server: VikunjaServer
  readonly ana: number
  readonly project: number
  readonly token: string
  readonly vikunja: Vikunja
}

/** Call it once in a file: all tests of the file share the ports of one host. */
export function usePorts(): {
  readonly start: (options?: StartOptions) => Promise<TestServer>
  ports: () => Ports
} {
  let opened: Awaited<ReturnType<typeof openPorts>> | undefined
  beforeAll(async () => {
    opened = await openPorts()
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  const ports = () => {
    if (opened === undefined) throw new Error('The ports are open during tests only')
    return opened.ports
  }
  const start = async ({ ms, ...options }: StartOptions = {}) => {
    const fake = await FakeVikunja.start(options)
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const ana = fake.world.addUser('ana', { name: 'Ana Silva' }).id
    const project = fake.world.addProject(ana, 'Home', { identifier: 'HOME' }).id
    const token = fake.world.addToken(ana)
    const { http, now } = ports()
    const server = openVikunja({ http, now }, fake.url, ms === undefined ? {} : { ms })
    return { fake, server, ana, project, token, vikunja: server.as(token) }
  }
  return { start, ports }
}
type StartOptions = FakeOptions & { readonly ms?: number }

export async function failureOf(work: Promise<unknown>): Promise<VikunjaError> {
  const error = await work.then(
    () => new Error('It did not fail'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof VikunjaError) return error
  throw error
}
