import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { HostOptions } from '@quipu/host'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { bucketOf, bucketVariables } from './bucket.ts'
import { UsageError } from '../terminal/failure.ts'
import { languageModelOf, languageModelVariables, type LanguageModel } from './language-model.ts'
import { tracingOf, tracingVariables } from './tracing.ts'
import { upstreamsOf, type Upstreams } from './upstreams.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Config {
  readonly dataFolder: string
  readonly store: HostOptions['store']
  readonly redisUrl: string | undefined
  /** Where files are kept instead of the data folder. */
  readonly bucket: HostOptions['bucket']
  readonly workersAtOnce: number
  readonly listen: { readonly host: string; readonly port: number }
  readonly appUrl: string
  /** As configured. Without one, `rootSecretOf` makes one and keeps it in the data folder. */
  readonly rootSecret: string | undefined
  /** As configured, beside `rootSecret`. */
  readonly previousRootSecret: string | undefined
  readonly lifetimes: Required<NonNullable<HostOptions['lifetimes']>>
  readonly upstreams: Upstreams
  readonly requestsPerMinute: number
  readonly authorizationsPerMinute: number
  readonly clientDocuments: boolean
  /** How often a person may ask their data. */
  readonly asking: { readonly points: number; readonly seconds: number }
  /** Folders under which databases and files may lie that people connect. */
  readonly sourceRoots: readonly string[]
  readonly sampleShop: boolean
  /** Helps to read questions. Without one they are read by rules alone. */
  readonly languageModel: LanguageModel | undefined
  readonly truth: {
    /** Folders whose files may be uploaded by their path over HTTP. */
    readonly uploadRoots: readonly string[]
    /** How many files one person may have read on one day. */
    readonly interpretationsPerDay: number
  }
  /** The URL of the team's Vikunja. Without it there is no bridge. */
  readonly vikunjaUrl: string | undefined
  /** Of legacy clients. */
  readonly sessions: { readonly ttlMinutes: number; readonly sweepMinutes: number }
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly bodyLimitBytes: number
  readonly auditRetentionDays: number | undefined
  readonly metricsToken: string | undefined
  readonly tracing: HostOptions['tracing']
  /** As configured. Without one, each command has its own default. */
  readonly logLevel: (typeof logLevels)[number] | undefined
  readonly owner: { readonly email: string; readonly password: string | undefined }
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The process's environment with the additions of the `.env` file. Existing values stay. */
export function readEnvironment(root: string, environment: Environment): Environment {
  const named = environment['QUIPU_ENV_FILE'] || undefined
  const file = named ?? `${root}/.env`
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...environment }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && named === undefined) return environment
    throw new UsageError(`The settings cannot be read: ${message}`)
  }
}

/** One line for each name that was probably meant to be one of our settings: it would be ignored without a word. */
export function misspelt(environment: Environment): readonly string[] {
  const known = Object.keys(Variables.shape)
  const ours = Object.keys(environment).filter((name) => name.startsWith('QUIPU_') && !known.includes(name))
  return ours.flatMap((name) => {
    const near = known.find((setting) => distance(name, setting) <= 2)
    return near === undefined ? [] : [`${name} is not a setting and is ignored. Did you mean ${near}?`]
  })
}

/** Throws a `UsageError` with one line for each value that will not do. */
export function readConfig(root: string, environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) throw new UsageError(...parsed.error.issues.map(lineFor))
  const variables = parsed.data
  const listen = { host: variables.HOST, port: variables.PORT }
  const appUrl = variables.APP_URL ?? urlOf(listen)
  const isProduction = variables.NODE_ENV === 'production'
  const { upstreams, refused: refusedUpstreams } = upstreamsOf(variables)
  const { bucket, refused: refusedBucket } = bucketOf(variables)
  const { languageModel, refused: refusedModel } = languageModelOf(variables)
  const refused = [
    ...(isProduction ? refusedInProduction(appUrl, variables.JWT_SECRET) : []),
    ...refusedPrevious(variables.JWT_SECRET, variables.JWT_SECRET_PREVIOUS),
    ...refusedUpstreams,
    ...refusedBucket,
    ...refusedModel,
  ]
  if (refused.length > 0) throw new UsageError(...refused)

  const dataFolder = resolve(root, variables.QUIPU_DATA_DIR ?? 'data')
  return {
    dataFolder,
    store:
      variables.DATABASE_URL === undefined
        ? { kind: 'embedded', folder: dataFolder }
        : { kind: 'postgres', url: variables.DATABASE_URL, poolSize: variables.DATABASE_POOL_SIZE },
    redisUrl: variables.REDIS_URL,
    bucket,
    workersAtOnce: variables.QUIPU_WORKERS,
    listen,
    appUrl,
    rootSecret: variables.JWT_SECRET,
    previousRootSecret: variables.JWT_SECRET_PREVIOUS,
    lifetimes: lifetimesOf(variables),
    upstreams,
    requestsPerMinute: variables.QUIPU_REQUESTS_PER_MINUTE,
    authorizationsPerMinute: variables.QUIPU_AUTHORIZATIONS_PER_MINUTE,
    clientDocuments: variables.QUIPU_CLIENT_DOCUMENTS === 'on',
    asking: askingOf(variables),
    sourceRoots: variables.QUIPU_SOURCE_ROOTS,
    sampleShop: variables.QUIPU_SAMPLE === 'on',
    languageModel,
    truth: truthOf(variables),
    vikunjaUrl: variables.VIKUNJA_URL,
    sessions: {
      ttlMinutes: variables.MCP_SESSION_TTL_MINUTES,
      sweepMinutes: variables.MCP_SESSION_CLEANUP_INTERVAL_MINUTES,
    },
    allowedOrigins: variables.ALLOWED_ORIGINS,
    trustedProxies: variables.TRUSTED_PROXIES,
    bodyLimitBytes: variables.QUIPU_BODY_LIMIT,
    auditRetentionDays: variables.AUDIT_RETENTION_DAYS,
    metricsToken: variables.METRICS_TOKEN,
    tracing: tracingOf(variables),
    logLevel: variables.LOG_LEVEL,
    owner: { email: variables.QUIPU_OWNER_EMAIL, password: variables.QUIPU_OWNER_PASSWORD },
  }
}

function askingOf(variables: z.output<typeof Variables>): Config['asking'] {
  return {
    points: variables.MCP_RATE_LIMIT_MAX_REQUESTS,
    seconds: Math.ceil(variables.MCP_RATE_LIMIT_WINDOW_MS / 1000),
  }
}

function truthOf(variables: z.output<typeof Variables>): Config['truth'] {
  return {
    uploadRoots: variables.TRUTH_UPLOAD_ROOTS,
    interpretationsPerDay: variables.TRUTH_INTERPRETATIONS_PER_DAY,
  }
}

function lifetimesOf(variables: z.output<typeof Variables>): Config['lifetimes'] {
  return {
    codeMinutes: variables.OAUTH_AUTHORIZATION_CODE_TTL_MINUTES,
    deviceCodeMinutes: variables.OAUTH_DEVICE_CODE_TTL_MINUTES,
    accessMinutes: variables.JWT_ACCESS_TTL_MINUTES,
    refreshDays: variables.JWT_REFRESH_TTL_DAYS,
  }
}

const Url = (...schemes: string[]) =>
  z.string().refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ''), {
    error: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  })

const List = (isItem: (item: string) => boolean, what: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))
    .refine((items) => items.every(isItem), { error: `must be ${what}, separated by commas` })

export const Variables = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(8319),
  APP_URL: Url('http:', 'https:')
    .refine((text) => isBareUrl(text), { error: 'must have no path, query, fragment or credentials' })
    .transform((text) => new URL(text).origin)
    .optional(),
  QUIPU_DATA_DIR: z.string().optional(),
  DATABASE_URL: Url('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  REDIS_URL: Url('redis:', 'rediss:').optional(),
  ...bucketVariables,
  QUIPU_WORKERS: wholeNumber(1, 64).default(2),
  JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters; `openssl rand -hex 32` makes one')
    .optional(),
  JWT_SECRET_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters: it is the JWT_SECRET that counted before')
    .optional(),
  OAUTH_AUTHORIZATION_CODE_TTL_MINUTES: wholeNumber(1, 60).default(10),
  OAUTH_DEVICE_CODE_TTL_MINUTES: wholeNumber(1, 60).default(15),
  JWT_ACCESS_TTL_MINUTES: wholeNumber(1, 1440).default(15),
  JWT_REFRESH_TTL_DAYS: wholeNumber(1, 365).default(14),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: Url('https:', 'http:')
    .refine((text) => isIssuer(text), {
      error:
        'must start with https:// unless it is on this machine, and have no query, fragment or credentials',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').default('your organisation'),
  UPSTREAM_NEWCOMERS: z
    .enum(['viewer', 'contributor'], {
      error: 'must be viewer or contributor, or absent: then nobody is let in',
    })
    .optional(),
  QUIPU_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  QUIPU_AUTHORIZATIONS_PER_MINUTE: wholeNumber(1, 100_000).default(10),
  QUIPU_CLIENT_DOCUMENTS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  MCP_RATE_LIMIT_WINDOW_MS: wholeNumber(1000, 86_400_000).default(60_000),
  MCP_RATE_LIMIT_MAX_REQUESTS: wholeNumber(1, 1_000_000).default(5),
  QUIPU_SOURCE_ROOTS: folders(),
  QUIPU_SAMPLE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  TRUTH_UPLOAD_ROOTS: folders(),
  TRUTH_INTERPRETATIONS_PER_DAY: wholeNumber(0, 100_000_000).default(10_000),
  VIKUNJA_URL: Url('http:', 'https:')
    .refine((text) => isPlainUrl(text), { error: 'must have no query, fragment or credentials' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  MCP_SESSION_TTL_MINUTES: wholeNumber(1, 1440).default(60),
  MCP_SESSION_CLEANUP_INTERVAL_MINUTES: wholeNumber(1, 1440).default(15),
  ALLOWED_ORIGINS: List(isOrigin, 'origins such as https://app.example.com'),
  TRUSTED_PROXIES: List(isAddressOrSubnet, 'addresses or subnets such as 10.0.0.5 or 10.0.0.0/8'),
  QUIPU_BODY_LIMIT: z
    .string()
    .default('4MiB')
    .transform(bytesOf)
    .refine((bytes) => bytes >= 1024 && bytes <= 1024 ** 3, {
      error: 'must be a size from 1KiB to 1GiB, such as 4MiB',
    }),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ...languageModelVariables,
  ...tracingVariables,
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of: ${logLevels.join(', ')}` }).optional(),
  QUIPU_OWNER_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .default('owner@localhost'),
  QUIPU_OWNER_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
})

/** A loopback or catch-all address becomes one that a person can open in a browser. */
function urlOf({ host, port }: Config['listen']): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

function refusedInProduction(appUrl: string, secret: string | undefined): string[] {
  const refused: string[] = []
  if (secret === undefined) {
    refused.push('JWT_SECRET is required when NODE_ENV=production; `openssl rand -hex 32` makes one')
  }
  const { protocol, hostname } = new URL(appUrl)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    refused.push(
      `APP_URL must start with https:// when NODE_ENV=production; ${appUrl} would send tokens in the clear`,
    )
  }
  return refused
}

function refusedPrevious(secret: string | undefined, previous: string | undefined): string[] {
  if (previous === undefined) return []
  if (secret === undefined) return ['JWT_SECRET_PREVIOUS counts only beside JWT_SECRET: set both, or neither']
  return previous === secret ? ['JWT_SECRET_PREVIOUS must be another one than JWT_SECRET'] : []
}

/** It may have a path. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  // A value that is not a URL was reported before.
  return url === null || url.search + url.hash + url.username + url.password === ''
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return true
  return isPlainUrl(text) && (url.protocol === 'https:' || isLoopback(url.hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function lineFor(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}`
}

function folders() {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .refine((items) => items.every((item) => isAbsolute(item)), {
      error: 'must be absolute paths of folders, separated by commas',
    })
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
}

function isBareUrl(text: string): boolean {
  const url = URL.parse(text)
  // A value that is not a URL was reported before.
  if (url === null) return true
  return url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
}

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text && /^https?:/.test(text)
}

function isAddressOrSubnet(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const version = isIP(address)
  if (version === 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
}

function bytesOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,12})\s*([a-z]*)$/i.exec(text.trim()) ?? []
  return number === '' ? Number.NaN : Number(number) * (units[unit.toLowerCase()] ?? Number.NaN)
}
