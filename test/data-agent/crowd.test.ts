import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { agentPath, ask } from './open-agent.ts'
import { farmQuestion, HeardQuestion, openGatedFarm, type GatedFarm } from './gated-farm.ts'

describe.skipIf(servers().databaseUrl === null)('many people at one source', () => {
  let farm: GatedFarm
  beforeAll(async () => {
    farm = await openGatedFarm()
  })
  afterAll(() => farm[Symbol.asyncDispose]())

  test('[DA120] [DA1140] those who wait are served by turns, hear their place, and are all answered', async () => {
    const { agent, ontologyId, gate, running } = farm
    const [ada, bob] = [await agent.app.user({ path: agentPath }), await agent.app.user({ path: agentPath })]
    await gate(false)
    const atWork = [1, 2, 3, 4].map(() => HeardQuestion.ask(ada, ontologyId))
    await expect.poll(running).toBe(4)

    const adas = await HeardQuestion.ask(ada, ontologyId)
    await adas.until('Your question is next')
    const adasSecond = await HeardQuestion.ask(ada, ontologyId)
    await adasSecond.until('1 question is ahead of yours')
    const bobs = await HeardQuestion.ask(bob, ontologyId)
    await bobs.until('1 question is ahead of yours')
    await adasSecond.until('2 questions are ahead of yours')
    expect(await running()).toBe(4)

    await gate(true)
    const asked = [...(await Promise.all(atWork)), adas, adasSecond, bobs]
    for (const each of asked) expect(await each.ended()).toContain('"status":"answered"')
  })

  test('[DA121] the time of a question begins with its turn', async () => {
    await using hasty = await openGatedFarm({ askSeconds: 12 })
    const { agent, ontologyId, gate, running } = hasty
    const user = await agent.app.user({ path: agentPath })
    await gate(false)
    const late = [1, 2, 3, 4].map(() => HeardQuestion.ask(user, ontologyId))
    await expect.poll(running).toBe(4)
    const waiting = await HeardQuestion.ask(user, ontologyId)
    await waiting.until('Your question is next')

    for (const each of late) expect(await (await each).ended()).toContain('AGENT_TIMEOUT')
    await gate(true)
    expect(await waiting.ended()).toContain('"status":"answered"')
  })

  test('[DA122] [DA1141] the error for a full queue says what to do, and a client that disconnects leaves it', async () => {
    const { agent, ontologyId, gate, running } = farm
    const user = await agent.app.user({ path: agentPath })
    await gate(false)
    const atWork = [1, 2, 3, 4].map(() => HeardQuestion.ask(user, ontologyId))
    await expect.poll(running).toBe(4)
    const waiting: HeardQuestion[] = []
    const hangUp = new AbortController()
    for (let place = 0; place < 10; place += 1) {
      waiting.push(await HeardQuestion.ask(user, ontologyId, place === 5 ? hangUp.signal : undefined))
      await waiting.at(-1)?.until(place === 0 ? 'Your question is next' : `${place} question`)
    }

    const refused = await HeardQuestion.ask(user, ontologyId)
    const text = await refused.ended()
    expect(text).toContain(
      '10 of your questions wait for this database already; wait for their answers first',
    )
    expect(text).toContain('DATABASE_BUSY')

    hangUp.abort()
    await waiting[9]?.until('8 questions are ahead of yours')
    const admitted = await HeardQuestion.ask(user, ontologyId)
    await admitted.until('9 questions are ahead of yours')
    await gate(true)
    waiting.splice(5, 1)
    for (const each of [...(await Promise.all(atWork)), ...waiting, admitted])
      expect(await each.ended()).toContain('"status":"answered"')
  })

  test('[DA123] over REST too, whoever hangs up stops the statement on the database', async () => {
    const { agent, ontologyId, gate, running } = farm
    const user = await agent.app.user({ path: '' })
    await gate(false)
    const hangUp = new AbortController()
    const asked = fetch(`${agent.app.url}/api/data-agent/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ontology_id: ontologyId, question: farmQuestion }),
      signal: hangUp.signal,
    })
    const ending = asked.then(() => 'answered', String)
    await expect.poll(running).toBe(1)
    hangUp.abort()
    expect(await ending).toMatch(/abort/i)
    await expect.poll(running).toBe(0)

    await gate(true)
    const again = await user.api('POST', '/api/data-agent/ask', {
      ontology_id: ontologyId,
      question: farmQuestion,
    })
    expect(await again.json()).toMatchObject({ answer: { status: 'answered', rows: [[12]] } })
  })

  test('[DA124] cells without measure are cut or refused with the reason, and nobody else notices', async () => {
    const { agent, ontologyId } = farm
    const { admin } = agent
    const user = await agent.app.user({ path: agentPath })
    const verified = [
      { question: 'long texts', sql: `select lpad(kind, 1000000, 'y') as kind from loaves` },
      {
        question: 'endless texts',
        sql: `select lpad(kind, 100000000, 'y') as kind from loaves where loaf_id = 1`,
      },
      { question: 'many texts', sql: `select lpad(a.kind, 9999, 'y') as kind from loaves a, loaves b` },
    ]
    const path = `/api/data-agent/ontologies/${ontologyId}`
    expect((await admin.api('PATCH', path, { overlay: { verified } })).status).toBe(200)

    const long = await ask(user, { ontologyId, question: 'long texts' })
    expect((long.structuredContent['rows'] as string[][]).map(([text]) => text?.length)).toEqual(
      Array.from({ length: 12 }, () => 10_000),
    )
    expect(long.structuredContent['caveats']).toContain(
      '12 texts were longer than 10,000 characters and were cut.',
    )
    expect((await ask(user, { ontologyId, question: 'endless texts' })).structuredContent).toMatchObject({
      error: {
        knecta_code: 'QUERY_FAILED',
        detail: expect.stringContaining('The result is larger than 64 MB') as string,
      },
    })
    const many = await ask(user, { ontologyId, question: 'many texts', max_rows: 1000 })
    expect(many.structuredContent).toMatchObject({ row_count: 144, is_truncated: true })
    expect(many.structuredContent['rows']).toHaveLength(104)
    expect(many.structuredContent['caveats']).toContain(
      'Only the first 104 of 144 rows are shown, for an answer holds at most 1 MB; ask for fewer columns.',
    )
    expect((await ask(user, { ontologyId, question: farmQuestion })).structuredContent['rows']).toEqual([
      [12],
    ])
  })

  test('[DA125] [DA1142] a PostgreSQL URL says no more than is admitted, and the list shows where it connects', async () => {
    const { agent, url } = farm
    const path = '/api/data-agent/connections'
    for (const option of ['host=elsewhere.example', 'sslrootcert=/dev/zero', 'sslmode=maybe']) {
      const refused = await agent.admin.api('POST', path, {
        name: 'odd',
        kind: 'postgres',
        url: `${url}?${option}`,
      })
      expect([option, refused.status]).toEqual([option, 400])
      const { message } = (await refused.json()) as { message: string }
      expect(message).toContain(option.startsWith('sslmode') ? 'sslmode must be one of' : 'remove it')
    }
    const { connections } = (await (await agent.admin.api('GET', path)).json()) as {
      connections: { name: string; place: string }[]
    }
    const { host, pathname } = new URL(url)
    expect(connections.find(({ name }) => name === 'farm')?.place).toBe(`${host}${pathname}`)
  })
})
