import { createServer } from 'node:http'
import { MCPServer } from 'mcp-use'
import { toNodeHandler } from 'mcp-use/node'
import { oauthCustomProvider } from 'mcp-use/oauth'
import { z } from 'zod'
import { report } from './report.mjs'

const token = 'a-token-for-measuring'
const expiresAt = Math.floor(Date.now() / 1000) + 86_400

/** mcp-use, with its own bearer gate before the tools; its verifier compares one token. */
const listener = createServer()
listener.listen(0, '127.0.0.1', () => {
  const { port } = listener.address()
  const origin = `http://127.0.0.1:${port}`
  const issuer = 'https://issuer.example'
  const server = new MCPServer({
    name: 'mcp-use',
    version: '1.0.0',
    oauth: oauthCustomProvider({
      resource: `${origin}/mcp`,
      createTokenVerifier: (resource) => ({
        verifyAccessToken: async (given) => {
          if (given !== token) throw new Error('Unknown token')
          return { token, clientId: 'bench', scopes: [], expiresAt, resource }
        },
      }),
      oauthMetadata: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
      },
      mapAuthInfo: () => ({ user: { id: 'bench' }, payload: {}, permissions: [] }),
    }),
    logging: { enabled: false },
  })
  for (let index = 0; index < Number(process.argv[2]); index += 1) {
    server.tool(
      {
        name: index === 0 ? 'echo' : `echo_${index}`,
        title: 'Echo',
        description: 'Says it back.',
        inputSchema: z.object({ text: z.string().describe('What to say back.') }),
        outputSchema: z.object({ text: z.string() }),
      },
      async ({ text }) => ({
        content: [{ type: 'text', text: JSON.stringify({ text }) }],
        structuredContent: { text },
      }),
    )
  }
  listener.on('request', toNodeHandler(server))
  report(`${origin}/mcp`, token)
})
