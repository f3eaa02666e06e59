import { localCommand, localServer, shellWord } from '@quipu/connect'
import type { Config } from '../installation/config.ts'
import { root, version } from '../installation/installation.ts'
import { localProgram } from './local-program.ts'
import type { OwnerAccount } from './owner-account.ts'

/** What a person needs next, on one screen. */
export function welcome(config: Config, owner: OwnerAccount, link?: string): string {
  const { appUrl } = config
  const url = `${appUrl}/mcp`
  const local = localProgram(config)
  const prefix = Object.entries(local.env ?? {})
    .map(([name, value]) => `${name}=${shellWord(value)} `)
    .join('')
  return [
    `Quipu ${version} is running at ${appUrl} (Ctrl-C stops it)`,
    '',
    ...(link === undefined ? [] : [`  Open       ${link}   (signs you in, once, within an hour)`]),
    `  Sign in    ${owner.email}   at ${appUrl}/login`,
    ...(owner.newPassword === undefined
      ? []
      : [`  Password   ${owner.newPassword}   (shown once: keep it now)`]),
    `  Data       ${config.store.kind === 'embedded' ? config.dataFolder : `PostgreSQL, and ${config.dataFolder}`}`,
    ...(link === undefined ? [`  Look       ${appUrl}/app`] : []),
    '',
    'Add it to an assistant by its URL; the browser then asks you to sign in:',
    `  Claude Code   claude mcp add --transport http quipu ${url}`,
    `  VS Code       code --add-mcp ${shellWord(JSON.stringify({ name: 'quipu', type: 'http', url }))}`,
    `  Cursor        in ~/.cursor/mcp.json: ${JSON.stringify({ mcpServers: { quipu: { url } } })}`,
    '',
    'Or let an assistant on this machine start it, without signing in:',
    `  Claude Code   ${localCommand(local)}`,
    `  Others        ${JSON.stringify({ mcpServers: { quipu: localServer(local) } })}`,
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
