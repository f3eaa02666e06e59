import { setTimeout as pause } from 'node:timers/promises'

export interface Outcome {
  /** `answered`, or the reason why not. */
  readonly says: string
  /** The time until its first phase started. */
  readonly waitedMs: number
  readonly totalMs: number
}

/** One question over MCP with progress, as an assistant asks it. */
export async function askOnce(
  url: string,
  token: string,
  ontologyId: string,
  question: string,
): Promise<Outcome> {
  const begun = performance.now()
  let waitedMs = 0
  try {
    const response = await fetch(`${url}/api/data-agent/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'ask_question',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'ask_question',
          arguments: { ontologyId, question },
          _meta: {
            progressToken: 'p',
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    let text = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      if (waitedMs === 0 && text.includes('"planner"')) waitedMs = performance.now() - begun
    }
    // The answer is the last event, after all progress events.
    return {
      says: outcomeOf(text.slice(Math.max(0, text.lastIndexOf('\ndata:')))),
      waitedMs,
      totalMs: performance.now() - begun,
    }
  } catch (error) {
    const says = `no answer: ${error instanceof Error ? error.message : ''}`
    return { says, waitedMs, totalMs: performance.now() - begun }
  }
}

function outcomeOf(text: string): string {
  const status = /"status":"(answered|clarification|cannot_answer)"/.exec(text)?.[1]
  if (status !== undefined) {
    const caveat = /"caveats":\["([^"]{0,120})/.exec(text)?.[1]
    return `${status} (${Math.ceil(text.length / 1024)} KB${caveat === undefined ? '' : `; ${caveat}`})`
  }
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  return detail ?? /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200)
}

/** Connects, creates an ontology with these verified questions, and waits until it is ready. */
export async function makeOntology(
  url: string,
  token: string,
  connection: object,
  verified: readonly object[],
): Promise<string> {
  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/data-agent/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    // Safe: the shape that the module's routes return; anything else fails at its first use.
    return (await response.json()) as { id: string; status: string; reason: string | null }
  }
  const { id: connectionId } = await api('POST', 'connections', connection)
  const { id } = await api('POST', 'ontologies', {
    name: `Orders ${connectionId}`,
    connection_id: connectionId,
  })
  for (;;) {
    const { status, reason } = await api('GET', `ontologies/${id}`)
    if (status === 'ready') break
    if (status === 'failed') throw new Error(reason ?? 'The ontology could not be made')
    await pause(200)
  }
  await api('PATCH', `ontologies/${id}`, { overlay: { verified } })
  return id
}
