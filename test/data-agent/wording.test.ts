import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeModel, ofAnthropic, ofOpenAi, sendJson } from '../environment/fake-model.ts'
import type { TestUser } from '../environment/test-user.ts'
import { inBakery } from './bakery.ts'
import { ask, openAgent, query, type TestAgent } from './open-agent.ts'

const question = 'total amount of sales by city'
const none = { readings: [] }

describe.each(['openai', 'anthropic'] as const)('answers in the words of a model of %s', (provider) => {
  let fake: FakeModel
  let agent: TestAgent
  let hasty: TestAgent
  let silent: TestAgent
  let ada: TestUser
  beforeAll(async () => {
    fake = await FakeModel.start()
    const url = provider === 'openai' ? `${fake.url}/v1` : fake.url
    const languageModel = { provider, url, model: 'test-model', key: 'sk-secret', ms: 60_000 }
    agent = await openAgent('pglite', { languageModel: { ...languageModel, wordsAnswers: true } })
    hasty = await openAgent('pglite', { languageModel: { ...languageModel, wordsAnswers: true, ms: 200 } })
    silent = await openAgent('pglite', { languageModel })
  })
  afterAll(async () => {
    for (const one of [agent, hasty, silent, fake]) await one[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    // Each has kept answers of their own.
    ada = await agent.app.user({ path: '' })
    fake.calls.length = 0
  })

  const total = () => Number(Object.values(inBakery(agent.file, `select sum(amount) from sales join shops using (shop_id) where city = 'Lima'`)[0] ?? {})[0]) // prettier-ignore
  const told = async (user = ada, at = agent) => {
    const { content, structuredContent } = await ask(user, { ontologyId: at.ontologyId, question })
    const path = `/api/data-agent/conversations/${String(structuredContent['conversation_id'])}/models`
    const { turns } = (await (await user.api('GET', path)).json()) as {
      turns: { models?: { outcome: string; refused: string[] }[] }[]
    }
    return {
      text: content[0]?.text ?? '',
      status: structuredContent['status'],
      models: turns[0]?.models ?? [],
    }
  }

  test('[DA760] a wording whose figures are all in the rows stands between our heading and our sentences', async () => {
    fake.turns = [none]
    const { text: ours } = await told(await silent.app.user({ path: '' }), silent)
    fake.calls.length = 0
    const wording = `Lima sold ${total()}, and Cusco is told below.`
    fake.turns = [none, { narrative: wording }]
    const { text } = await told()
    const [heading, ...body] = ours.split('\n')
    expect(text).toBe([heading, '', wording, ...body].join('\n'))
    expect(fake.calls[1]?.prompt).toContain(String(total()))
  })

  test.each<[string, string]>([
    ['an invented number', 'Lima sold 987654321 last year.'],
    ['an invented number in words', 'Lima is ahead by eleven.'],
    ['a multiple', 'Lima sold double of what Cusco did.'],
    ['a link', 'See https://example.com/leak for Lima.'],
    ['markup', 'Lima sold <b>most</b>.'],
    ['nothing', '  '],
  ])('[DA761] [DA1134] a wording with %s does not stand: the narrative is ours', async (_, narrative) => {
    fake.turns = [none]
    const { text: ours } = await told(await silent.app.user({ path: '' }), silent)
    fake.turns = [none, { narrative }]
    const { text, models } = await told()
    expect(text).toBe(ours)
    expect(models[1]?.outcome === 'read' ? models[1].refused : [models[1]?.outcome]).toHaveLength(1)
  })

  test('[DA761] [DA1134] neither does one that is cut off, of another form, refused, or never comes', async () => {
    const cut = provider === 'openai' ? ofOpenAi('{"narrative": "Li', 'length') : ofAnthropic({}, 'max_tokens', 'give_narrative') // prettier-ignore
    for (const [body, outcome] of [[cut, 'cut'], [{ hello: 'you' }, 'unreadable']] as const) {
      fake.turns = [none, (response) => sendJson(response, 200, body)]
      const { status, models } = await told(await agent.app.user({ path: '' }))
      expect([status, models[1]?.outcome]).toEqual(['answered', outcome])
    } // prettier-ignore
    fake.turns = [() => undefined]
    const late = await told(await hasty.app.user({ path: '' }), hasty)
    expect([late.status, late.models[1]?.outcome]).toEqual(['answered', 'time'])
  })

  test('[DA762] [DA1135] without the setting no row is sent, and a query is never worded', async () => {
    fake.turns = [none]
    await told(await silent.app.user({ path: '' }), silent)
    expect(fake.calls).toHaveLength(1)
    await query(ada, { ontologyId: agent.ontologyId, query: { from: 'sales', select: [{ sum: 'amount' }] } })
    expect(fake.calls).toHaveLength(1)
  })
})
