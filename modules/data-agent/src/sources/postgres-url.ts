import { userInfo } from 'node:os'
import type { ConnectionOptions } from 'node:tls'
import { SourceError } from './source.ts'

/** The target and options of a connection, so that the driver reads no URL, file or environment. */
export interface PostgresAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly ssl: false | ConnectionOptions
  readonly application_name: string
}

type Take = (value: string) => Partial<PostgresAddress> | null

/** The allowed options of a URL; null for an invalid value. */
const options: Readonly<Record<string, Take>> = {
  sslmode: (mode) => (Object.hasOwn(sslModes, mode) ? { ssl: sslModes[mode] ?? false } : null),
  application_name: (name) => (/^[\x20-\x7e]{1,63}$/.test(name) ? { application_name: name } : null),
}

/** Every mode that encrypts also checks the certificate, except the one whose name says that it does not. */
const sslModes: Readonly<Record<string, false | ConnectionOptions>> = {
  disable: false,
  prefer: {},
  require: {},
  'verify-ca': {},
  'verify-full': {},
  'no-verify': { rejectUnauthorized: false },
}

/** Throws `SourceError` for an invalid URL or a forbidden option. */
export function addressOf(text: string): PostgresAddress {
  if (!URL.canParse(text)) throw refused(example)
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text)
  const [host, user, secret, database] = [hostname, username, password, pathname.slice(1)].map(decoded)
  if (!/^postgres(ql)?:$/.test(protocol) || !host || !database) throw refused(example)
  const taken = [...searchParams].map(([name, value]) => take(name, value))
  const address = {
    // The driver expects an IPv6 address without its brackets.
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? 5432 : Number(port),
    user: user || userInfo().username,
    password: secret ?? '',
    database,
    ssl: false as const,
    application_name: 'quipu',
  }
  return Object.assign(address, ...taken) as PostgresAddress
}

/** As shown to people: the real target, without user and password. */
export function shownPlace(url: string): string {
  const { host, port, database, ssl } = addressOf(url)
  const name = host.includes(':') ? `[${host}]` : host
  const at = port === 5432 ? name : `${name}:${port}`
  return `${at}/${database}${ssl === false ? '' : ' (TLS)'}`
}

function take(name: string, value: string): Partial<PostgresAddress> {
  if (!Object.hasOwn(options, name))
    throw refused(
      `The URL has the option ${JSON.stringify(name.slice(0, 40))}, which is not admitted; remove it. Admitted are: ${Object.keys(options).join(', ')}`,
    )
  const taken = options[name]?.(value) ?? null
  if (taken === null)
    throw refused(
      name === 'sslmode'
        ? `sslmode must be one of: ${Object.keys(sslModes).join(', ')}`
        : `${name} must have 1 to 63 plain characters`,
    )
  return taken
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refused(example)
  }
}

const example = 'Give a URL such as postgres://reader:password@host:5432/database'

function refused(message: string): SourceError {
  return new SourceError('refused', message)
}
