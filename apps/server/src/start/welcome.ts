import type { Config } from '../installation/config.ts'
import { hasOwnRoot, program, root, version } from '../installation/installation.ts'
import type { OwnerAccount } from './owner-account.ts'

/** What a person needs next, on one screen. */
export function welcome(config: Config, owner: OwnerAccount): string {
  const { appUrl } = config
  const url = `${appUrl}/mcp`
  const env = environmentFor(config)
  const server = { command: program, args: ['stdio'], ...(env === undefined ? {} : { env }) }
  const flags = Object.entries(env ?? {}).map(([name, value]) => `-e ${quote(`${name}=${value}`)} `)
  const prefix = Object.entries(env ?? {})
    .map(([name, value]) => `${name}=${quote(value)} `)
    .join('')
  return [
    `Quipu ${version} is running at ${appUrl} (Ctrl-C stops it)`,
    '',
    `  Sign in    ${owner.email}   at ${appUrl}/login`,
    ...(owner.newPassword === undefined
      ? []
      : [`  Password   ${owner.newPassword}   (shown once: keep it now)`]),
    `  Data       ${config.store.kind === 'embedded' ? config.dataFolder : `PostgreSQL, and ${config.dataFolder}`}`,
    `  Look       ${appUrl}/app/universes`,
    '',
    'Add it to an assistant by its URL; the browser then asks you to sign in:',
    `  Claude Code   claude mcp add --transport http quipu ${url}`,
    `  VS Code       code --add-mcp ${quote(JSON.stringify({ name: 'quipu', type: 'http', url }))}`,
    `  Cursor        in ~/.cursor/mcp.json: ${JSON.stringify({ mcpServers: { quipu: { url } } })}`,
    '',
    'Or let an assistant on this machine start it, without signing in:',
    `  Claude Code   claude mcp add quipu ${flags.join('')}-- ${quote(program)} stdio`,
    `  Others        ${JSON.stringify({ mcpServers: { quipu: server } })}`,
    ...(config.store.kind === 'embedded'
      ? []
      : [`  They need the same settings as this server: put them into ${root}/.env`]),
    '',
    'Or try it without an assistant, with a token for 15 minutes:',
    `  TOKEN=$(${prefix}npx quipu token create --user ${owner.email})`,
    `  curl -s ${url} -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\`,
    `    -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    '',
    `More people: npx quipu user invite --help    Trouble: ${prefix}npx quipu doctor`,
  ].join('\n')
}

/** What an assistant must set to reach this very store. */
function environmentFor({ dataFolder }: Config): Record<string, string> | undefined {
  return hasOwnRoot && dataFolder === `${root}/data` ? undefined : { QUIPU_DATA_DIR: dataFolder }
}

/** For a shell; plain words stay as they are. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
