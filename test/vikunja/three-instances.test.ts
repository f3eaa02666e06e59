import { expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { ThreeBridges } from './three-bridges.ts'

const isPossible = hasProgram('nginx') && hasProgram('postgresql') && hasProgram('redis')

test.skipIf(!isPossible)(
  '[VK181] [VK182] [VK934] at three instances a client of 2024-11-05 works with all, and connects anew when the one with its stream is killed; nothing is done twice',
  async () => {
    await using three = await ThreeBridges.open()
    const { world } = three.fake
    const ana = world.addUser('ana').id
    const home = world.addProject(ana, 'Home').id
    const token = world.addToken(ana)
    const titles = () => [...world.tasks.values()].map(({ title }) => title).toSorted()
    const create = (title: string) => ({
      name: 'create_tasks',
      arguments: { project: home, tasks: [{ title }], idempotency_key: title },
    })

    await using first = await three.connect(token)
    const expected: string[] = []
    for (let count = 0; count < 12; count += 1) {
      const title = `Before ${10 + count}`
      expected.push(title)
      expect(await first.callTool(create(title))).toMatchObject({ structuredContent: { tasks: [{ title }] } })
    }
    const holders = await three.answered('/api/vikunja/sse', 200)
    const takers = await three.answered('/api/vikunja/messages', 202)
    expect(holders.filter((count) => count > 0)).toEqual([1])
    expect(Math.min(...takers)).toBeGreaterThanOrEqual(4)
    expect(titles()).toEqual(expected)

    // Vikunja has done it, but the answer does not come back before the stream is gone.
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
    three.fake.delay = async ({ method, url }) => {
      if (method === 'GET' || !(url ?? '').includes('/tasks')) return
      arrive()
      await mayAnswer
    }
    const giveUp = new AbortController()
    const broken = first
      .callTool(create('Between'), { signal: giveUp.signal })
      .catch((error: unknown) => error)
    await isThere
    await three.instances[holders.indexOf(1)]?.kill()
    giveUp.abort()
    expect(await broken).toBeInstanceOf(Error)
    letAnswer()

    // The client opens its stream again by itself. What it says before that is refused, or its answer is lost.
    const isBack = async () => (await first.listTools({}, { timeout: 10_000 })).tools.length > 0
    await expect.poll(isBack, { timeout: 120_000, interval: 1000 }).toBe(true)
    await expect.poll(titles).toEqual([...expected, 'Between'].toSorted())
    await using second = await three.connect(token)
    for (const client of [first, second])
      expect(JSON.stringify(await client.callTool(create('Between')))).toMatch(
        /"title":"Between"|outcome is not known/,
      )
    for (let count = 0; count < 6; count += 1) {
      const title = `Later ${count}`
      const client = count % 2 === 0 ? first : second
      expect(await client.callTool(create(title))).toMatchObject({
        structuredContent: { tasks: [{ title }] },
      })
      expected.push(title)
    }

    expect(titles()).toEqual([...expected, 'Between'].toSorted())
    const made = three.fake.requests.filter(({ line }) => /^(?:PUT|POST) .*\/tasks/.test(line))
    expect(made).toHaveLength(titles().length)
  },
)
