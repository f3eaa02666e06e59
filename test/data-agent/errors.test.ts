import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp, eras } from '../clients/connect.ts'
import { anyEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { agentPath, ask, legacy, openAgent, type TestAgent } from './open-agent.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

describe.each(anyEngine())('errors of the contract on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let viewer: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: agentPath })
    viewer = await agent.app.user({ path: agentPath, role: 'viewer' })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const call = (user: TestUser, input: object) =>
    legacy(agent.app.url, user, 'tools/call', { name: 'ask_question', arguments: input })
  const read = (uri: string) => legacy(agent.app.url, ada, 'resources/read', { uri })

  test('[DA4] a legacy client gets the contract’s error for an unknown ontology or dataset', async () => {
    const notFound = {
      code: -32002,
      message: 'Ontology not found or not ready',
      data: { ontologyId: unknown, knecta_code: 'ONTOLOGY_NOT_FOUND' },
    }
    expect((await call(ada, { ontologyId: unknown, question: 'How many?' })).error).toEqual(notFound)
    expect((await read(`knecta://ontologies/${unknown}`)).error).toEqual(notFound)
    expect((await read('knecta://ontologies/uuid-invalid')).error).toEqual({
      ...notFound,
      data: { ontologyId: 'uuid-invalid', knecta_code: 'ONTOLOGY_NOT_FOUND' },
    })
    expect((await read(`knecta://ontologies/${agent.ontologyId}/datasets/nonexistent_table`)).error).toEqual({
      code: -32002,
      message: 'Dataset not found in ontology',
      data: {
        datasetName: 'nonexistent_table',
        ontologyId: agent.ontologyId,
        knecta_code: 'DATASET_NOT_FOUND',
      },
    })
  })

  test('[DA4] [DA1105] and what a role lacks, and what a question must be', async () => {
    expect((await call(viewer, { ontologyId: agent.ontologyId, question: 'How many sales?' })).error).toEqual(
      {
        code: -32001,
        message: 'Insufficient permissions to execute this tool',
        data: { required: ['data_agent:write'], missing: ['data_agent:write'], knecta_code: 'FORBIDDEN' },
      },
    )
    const invalid = {
      code: -32602,
      message: 'Invalid params',
      data: { detail: 'Question must be between 1 and 2000 characters', knecta_code: 'VALIDATION_ERROR' },
    }
    for (const question of ['', '   ', 'x'.repeat(2001), '🥖'.repeat(2001)])
      expect((await call(ada, { ontologyId: agent.ontologyId, question })).error).toEqual(invalid)
    expect(
      (await call(ada, { ontologyId: agent.ontologyId, question: '🥖'.repeat(2000) })).error,
    ).toBeUndefined()
    expect((await call(ada, { ontologyId: '', question: 'How many?' })).error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { knecta_code: 'VALIDATION_ERROR' },
    })
    expect((await call(ada, { ontologyId: 'uuid-1', question: 'How many?' })).error).toMatchObject({
      code: -32002,
      data: { ontologyId: 'uuid-1', knecta_code: 'ONTOLOGY_NOT_FOUND' },
    })
    expect((await call(ada, { question: 'How many?' })).error?.code).toBe(-32602)
  })

  test('[DA144] and a resource or a tool that is not there has the contract’s code as well', async () => {
    const noSuch = {
      message: 'Resource not found: knecta://nope',
      data: { uri: 'knecta://nope', knecta_code: 'RESOURCE_NOT_FOUND' },
    }
    expect((await read('knecta://nope')).error).toEqual({ code: -32002, ...noSuch })
    expect((await ada.rpc('resources/read', { uri: 'knecta://nope' })).error).toEqual({
      code: -31002,
      ...noSuch,
    })
    const named = { name: 'answer_question', arguments: {} }
    expect((await legacy(agent.app.url, ada, 'tools/call', named)).error).toEqual({
      code: -32602,
      message: 'Unknown tool: answer_question',
      data: { tool: 'answer_question', knecta_code: 'TOOL_NOT_FOUND' },
    })
  })

  test('[P141] [DA145] every answer says that it is no error', async () => {
    const outcomes = {
      'How many sales are there?': 'answered',
      'Show high-value sales': 'clarification',
      'Which submarines sank?': 'cannot_answer',
    }
    for (const [question, status] of Object.entries(outcomes)) {
      const { result } = await call(ada, { ontologyId: agent.ontologyId, question })
      expect(result).toMatchObject({ isError: false, structuredContent: { status } })
    }
  })

  test('[DA5] a modern client gets the same under other codes, or as a failed result', async () => {
    const { error } = await ada.rpc('resources/read', { uri: `knecta://ontologies/${unknown}` })
    expect(error).toEqual({
      code: -31002,
      message: 'Ontology not found or not ready',
      data: { ontologyId: unknown, knecta_code: 'ONTOLOGY_NOT_FOUND' },
    })
    const failed = await ask(ada, { ontologyId: unknown, question: 'How many?' })
    expect([failed.isError, failed.structuredContent]).toEqual([
      true,
      {
        error: {
          code: 'NOT_FOUND',
          message: 'Ontology not found or not ready',
          ontologyId: unknown,
          knecta_code: 'ONTOLOGY_NOT_FOUND',
        },
      },
    ])
    expect(
      (await ask(viewer, { ontologyId: agent.ontologyId, question: 'How many?' })).structuredContent,
    ).toMatchObject({
      error: { code: 'FORBIDDEN', knecta_code: 'FORBIDDEN', missing: ['data_agent:write'] },
    })
  })

  test('[DA5] a legacy client of /mcp, and a program over REST, get the same error in their own format', async () => {
    const everywhere = await agent.app.user({ path: '/mcp' })
    const response = await fetch(`${agent.app.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${everywhere.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask_question', arguments: { ontologyId: unknown, question: 'How many?' } },
      }),
    })
    expect(await response.json()).toMatchObject({
      result: { isError: true, structuredContent: { error: { knecta_code: 'ONTOLOGY_NOT_FOUND' } } },
    })
    const overRest = async (body: object) => {
      const answer = await agent.admin.api('POST', '/api/data-agent/ask', body)
      return [answer.status, await answer.json()]
    }
    expect(await overRest({ ontology_id: unknown, question: 'How many?' })).toEqual([
      404,
      expect.objectContaining({}),
    ])
    for (const question of ['', 'x'.repeat(2001)])
      expect((await overRest({ ontology_id: agent.ontologyId, question }))[0]).toBe(400)
  })

  test('[DA5] a modern client gets an error for each kind of wrong input', async () => {
    const message = 'Question must be between 1 and 2000 characters'
    for (const question of ['', '  ', 'x'.repeat(2001)])
      expect(await ask(ada, { ontologyId: agent.ontologyId, question })).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'VALIDATION_ERROR', message } },
      })
    const uri = `knecta://ontologies/${agent.ontologyId}/datasets/nonexistent_table`
    expect((await ada.rpc('resources/read', { uri })).error).toEqual({
      code: -31002,
      message: 'Dataset not found in ontology',
      data: {
        datasetName: 'nonexistent_table',
        ontologyId: agent.ontologyId,
        knecta_code: 'DATASET_NOT_FOUND',
      },
    })
  })

  test('[DA6] [DA1106] [DA1107] a missing scope is 403 and names what a new consent must grant', async () => {
    const narrow = await agent.app.user({ path: agentPath, scope: ['data_agent:read', 'ontologies:read'] })
    const refused = await narrow.post('tools/call', {
      name: 'ask_question',
      arguments: { ontologyId: agent.ontologyId, question: 'How many sales?' },
    })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining(
        'error="insufficient_scope", scope="data_agent:write ontologies:read"',
      ) as string,
    ])
    const outside = await agent.app.user({ path: agentPath, scope: ['data_agent:write'] })
    const shut = await outside.post('tools/list')
    expect([shut.status, shut.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="data_agent:read ontologies:read"') as string,
    ])
    const metadata = await fetch(`${agent.app.url}/.well-known/oauth-protected-resource${agentPath}`)
    expect(((await metadata.json()) as { scopes_supported: string[] }).scopes_supported).toEqual([
      'data_agent:read',
      'data_agent:write',
      'ontologies:read',
    ])
  })

  test('[DA7] every call is audited with session, client, ontology and question', async () => {
    const user = await agent.app.user({ path: agentPath })
    const sessionId = `session-${randomUUID()}`
    const question = 'How many sales were there?'
    const named = { 'mcp-session-id': sessionId }
    const input = { name: 'ask_question', arguments: { ontologyId: agent.ontologyId, question } }
    await legacy(agent.app.url, user, 'tools/call', input, named)
    await legacy(agent.app.url, user, 'resources/read', { uri: 'knecta://ontologies' }, named)

    const rows = async () => (await agent.app.host.audit.list({ userId: user.id, action: 'mcp.*' })).rows
    await expect
      .poll(async () => (await rows()).map(({ action }) => action).toSorted())
      .toEqual(['mcp.resource.read', 'mcp.session.created', 'mcp.tool.call'])
    const all = await rows()
    expect(all.find(({ action }) => action === 'mcp.tool.call')).toMatchObject({
      resourceType: 'mcp_tool',
      resourceId: 'ask_question',
      outcome: 'ok',
      metadata: { sessionId, ontologyId: agent.ontologyId, question },
    })
    expect(all.find(({ action }) => action === 'mcp.resource.read')).toMatchObject({
      resourceType: 'mcp_resource',
      resourceId: 'knecta://ontologies',
      metadata: { sessionId },
    })
  })

  test.each(eras)('[DA7] the client is in it by name and version, and so is what failed: %s', async (era) => {
    const user = await agent.app.user({ path: agentPath })
    await using client = await connectHttp(agent.app.url + agentPath, user.token, era)
    const question = 'How many sales were there?'
    const asked = client.callTool({ name: 'ask_question', arguments: { ontologyId: unknown, question } })
    await asked.catch(() => undefined)
    const call = async () =>
      (await agent.app.host.audit.list({ userId: user.id, action: 'mcp.tool.call' })).rows[0]
    await expect.poll(call).toMatchObject({
      resourceId: 'ask_question',
      outcome: 'NOT_FOUND',
      metadata: { clientName: 'test', clientVersion: '1', ontologyId: unknown, question },
    })
  })
})
