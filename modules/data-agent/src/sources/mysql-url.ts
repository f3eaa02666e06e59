import { SourceError } from './source.ts'

/** The target and options of a connection, so that the driver does not parse a URL. */
export interface MysqlAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** Null: not encrypted. */
  readonly ssl: { readonly rejectUnauthorized: boolean } | null
}

/** Every mode that encrypts also checks the certificate, except `no-verify`. */
const sslModes: Readonly<Record<string, MysqlAddress['ssl']>> = {
  disabled: null,
  required: { rejectUnauthorized: true },
  'no-verify': { rejectUnauthorized: false },
}

/** Throws `SourceError` for an invalid URL or a forbidden option. */
export function mysqlAddressOf(text: string): MysqlAddress {
  if (!URL.canParse(text)) throw refused(example)
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text)
  const [host, user, secret, database] = [hostname, username, password, pathname.slice(1)].map(decoded)
  if (!/^(?:mysql|mariadb):$/.test(protocol) || !host || !user || !database) throw refused(example)
  let ssl: MysqlAddress['ssl'] = null
  for (const [name, value] of searchParams) {
    if (name !== 'ssl-mode')
      throw refused(
        `The URL has the option ${JSON.stringify(name.slice(0, 40))}, which is not admitted; remove it. Admitted is: ssl-mode`,
      )
    if (!Object.hasOwn(sslModes, value))
      throw refused(`ssl-mode must be one of: ${Object.keys(sslModes).join(', ')}`)
    ssl = sslModes[value] ?? null
  }
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? 3306 : Number(port),
    user,
    password: secret ?? '',
    database,
    ssl,
  }
}

/** As shown to people: the real target, without user and password. */
export function shownMysqlPlace(url: string): string {
  const { host, port, database, ssl } = mysqlAddressOf(url)
  const name = host.includes(':') ? `[${host}]` : host
  const at = port === 3306 ? name : `${name}:${port}`
  return `${at}/${database}${ssl === null ? '' : ' (TLS)'}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refused(example)
  }
}

const example = 'Give a URL such as mysql://reader:password@host:3306/database'

function refused(message: string): SourceError {
  return new SourceError('refused', message)
}
