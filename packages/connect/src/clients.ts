/** What a client is connected to. */
export interface ConnectTarget {
  /** The address of MCP, with its query. */
  readonly url: string
  /** How `quipu` is started on the machine of the server, for a shell. */
  readonly program: string
  /** Where the program is and what an assistant must set to reach this very store. Known on that machine only. */
  readonly local?: LocalProgram | undefined
}

export interface LocalProgram {
  readonly command: string
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** One thing to do. With code it is copied, with a link it is clicked. */
export interface Step {
  readonly says: string
  readonly code?: string
  readonly link?: { readonly title: string; readonly href: string }
}

export interface ConnectClient {
  readonly id: string
  readonly title: string
  /** It comes from the internet, so the address must be reachable from there by https. */
  readonly isRemote?: boolean
  steps(target: ConnectTarget): readonly Step[]
}

const name = 'quipu'

/** Every client that we know how to connect. The console, the front page, the README and `quipu connect` read this list. */
export const connectClients: readonly ConnectClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    steps: ({ url }) => [
      { says: 'Run this once:', code: `claude mcp add --transport http ${name} ${shellWord(url)}` },
      { says: 'In Claude Code, type /mcp, choose quipu and sign in.' },
    ],
  },
  {
    id: 'claude',
    title: 'Claude',
    isRemote: true,
    steps: ({ url }) => [
      {
        says: 'In Claude, open Settings, then Connectors, and choose “Add custom connector”. Paste:',
        code: url,
      },
      { says: 'Press “Connect” beside it and sign in.' },
    ],
  },
  {
    id: 'chatgpt',
    title: 'ChatGPT',
    isRemote: true,
    steps: ({ url }) => [
      {
        says: 'In ChatGPT, open Settings, then Apps and connectors, and switch on developer mode under Advanced.',
      },
      { says: 'Create a connector with the authentication “OAuth” and this address:', code: url },
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    steps: ({ url }) => [
      {
        says: 'One click:',
        link: {
          title: 'Add to Cursor',
          href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
        },
      },
      { says: 'Or in .cursor/mcp.json:', code: json({ mcpServers: { [name]: { url } } }) },
    ],
  },
  {
    id: 'vscode',
    title: 'VS Code',
    steps: ({ url }) => [
      {
        says: 'One click:',
        link: {
          title: 'Add to VS Code',
          href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
        },
      },
      { says: 'Or run:', code: `code --add-mcp ${shellWord(JSON.stringify({ name, type: 'http', url }))}` },
      { says: 'Or in .vscode/mcp.json:', code: json({ servers: { [name]: { type: 'http', url } } }) },
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    steps: ({ url }) => [
      { says: 'Run:', code: `codex mcp add ${name} --url ${shellWord(url)}\ncodex mcp login ${name}` },
      { says: 'Or in ~/.codex/config.toml:', code: `[mcp_servers.${name}]\nurl = ${JSON.stringify(url)}` },
    ],
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    steps: ({ url }) => [
      { says: 'Run:', code: `gemini mcp add -t http ${name} ${shellWord(url)}` },
      { says: 'Or in ~/.gemini/settings.json:', code: json({ mcpServers: { [name]: { httpUrl: url } } }) },
      { says: 'In Gemini, type /mcp auth quipu and sign in.' },
    ],
  },
  {
    id: 'goose',
    title: 'Goose',
    steps: ({ url }) => [
      {
        says: 'One click:',
        link: {
          title: 'Add to Goose',
          href: `goose://extension?type=streamable_http&id=${name}&name=Quipu&url=${encodeURIComponent(url)}`,
        },
      },
      {
        says: 'Or in ~/.config/goose/config.yaml:',
        code: `extensions:\n  ${name}:\n    enabled: true\n    type: streamable_http\n    name: ${name}\n    uri: ${JSON.stringify(url)}\n    timeout: 300`,
      },
    ],
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    steps: ({ url }) => [
      {
        says: 'In ~/.codeium/windsurf/mcp_config.json:',
        code: json({ mcpServers: { [name]: { serverUrl: url } } }),
      },
    ],
  },
  {
    id: 'zed',
    title: 'Zed',
    steps: ({ url }) => [
      { says: 'In the settings of Zed:', code: json({ context_servers: { [name]: { url } } }) },
    ],
  },
  {
    id: 'inspector',
    title: 'MCP Inspector',
    steps: ({ url }) => [
      {
        says: 'Run it, choose “Streamable HTTP” and paste the address:',
        code: 'npx @modelcontextprotocol/inspector',
      },
      { says: 'The address:', code: url },
    ],
  },
  {
    id: 'stdio',
    title: 'On this machine (stdio)',
    steps: ({ program, local }) =>
      local === undefined
        ? [
            {
              says: 'In the folder where Quipu is installed; the assistant starts it itself and nobody signs in:',
              code: `claude mcp add ${name} -- ${program} stdio`,
            },
            {
              says: 'Or in the configuration of another assistant, with the whole path:',
              code: json({
                mcpServers: {
                  [name]: { command: '/path/to/quipu/node_modules/.bin/quipu', args: ['stdio'] },
                },
              }),
            },
          ]
        : [
            {
              says: 'On this machine; the assistant starts it itself and nobody signs in:',
              code: localCommand(local),
            },
            {
              says: 'Or in the configuration of another assistant:',
              code: json({ mcpServers: { [name]: localServer(local) } }),
            },
          ],
  },
]

/** The command that adds it to Claude Code as a program of this machine. */
export function localCommand({ command, env = {} }: LocalProgram): string {
  const flags = Object.entries(env).map(([variable, value]) => `-e ${shellWord(`${variable}=${value}`)} `)
  return `claude mcp add ${name} ${flags.join('')}-- ${shellWord(command)} stdio`
}

/** The same as an entry of `mcpServers`. */
export function localServer({ command, env }: LocalProgram): object {
  return { command, args: ['stdio'], ...(env === undefined ? {} : { env }) }
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2)
}

/** For a shell; plain words stay as they are. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
