import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { misspelt, readConfig, readEnvironment, type Config, type Environment } from './config.ts'
import { UsageError } from '../terminal/failure.ts'

const secret = 'x'.repeat(32)
const bucket = {
  BLOB_S3_BUCKET: 'files',
  BLOB_S3_ACCESS_KEY_ID: 'id',
  BLOB_S3_SECRET_ACCESS_KEY: 'key',
}
const oidc = {
  OIDC_ISSUER: 'https://id.example/realms/one',
  OIDC_CLIENT_ID: 'quipu',
  OIDC_CLIENT_SECRET: 'secret',
}

test('[C1] without settings, everything is local', () => {
  expect(readConfig('/opt/quipu', {})).toEqual({
    dataFolder: '/opt/quipu/data',
    store: { kind: 'embedded', folder: '/opt/quipu/data' },
    redisUrl: undefined,
    bucket: undefined,
    workersAtOnce: 2,
    listen: { host: '127.0.0.1', port: 8319 },
    appUrl: 'http://127.0.0.1:8319',
    rootSecret: undefined,
    previousRootSecret: undefined,
    lifetimes: { codeMinutes: 10, deviceCodeMinutes: 15, accessMinutes: 15, refreshDays: 14 },
    upstreams: [],
    requestsPerMinute: 600,
    authorizationsPerMinute: 10,
    clientDocuments: true,
    asking: { points: 5, seconds: 60 },
    sourceRoots: [],
    sampleShop: true,
    languageModel: undefined,
    truth: { uploadRoots: [], interpretationsPerDay: 10_000 },
    vikunjaUrl: undefined,
    sessions: { ttlMinutes: 60, sweepMinutes: 15 },
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4 * 1024 * 1024,
    auditRetentionDays: undefined,
    metricsToken: undefined,
    tracing: undefined,
    logLevel: undefined,
    owner: { email: 'owner@localhost', password: undefined },
  } satisfies Config)
})

const read: readonly (readonly [Environment, Partial<Config>])[] = [
  [
    { HOST: '0.0.0.0', PORT: '80' },
    { listen: { host: '0.0.0.0', port: 80 }, appUrl: 'http://localhost' },
  ],
  [{ HOST: '0.0.0.0', PORT: '9000' }, { appUrl: 'http://localhost:9000' }],
  [{ HOST: '::1' }, { appUrl: 'http://[::1]:8319' }],
  [{ HOST: 'localhost' }, { appUrl: 'http://localhost:8319' }],
  [{ APP_URL: 'https://Quipu.example.com/' }, { appUrl: 'https://quipu.example.com' }],
  [{ QUIPU_DATA_DIR: '/var/lib/quipu' }, { dataFolder: '/var/lib/quipu' }],
  [{ QUIPU_DATA_DIR: 'elsewhere' }, { dataFolder: '/opt/quipu/elsewhere' }],
  [
    { DATABASE_URL: 'postgres://q@db/quipu', DATABASE_POOL_SIZE: '3' },
    { store: { kind: 'postgres', url: 'postgres://q@db/quipu', poolSize: 3 } },
  ],
  [{ REDIS_URL: 'rediss://cache:6380' }, { redisUrl: 'rediss://cache:6380' }],
  [{ JWT_SECRET: secret }, { rootSecret: secret }],
  [{ QUIPU_WORKERS: '8' }, { workersAtOnce: 8 }],
  [
    { ALLOWED_ORIGINS: 'https://a.example, http://localhost:3000' },
    { allowedOrigins: ['https://a.example', 'http://localhost:3000'] },
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/8,::1' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [
    { MCP_RATE_LIMIT_WINDOW_MS: '90500', MCP_RATE_LIMIT_MAX_REQUESTS: '20' },
    { asking: { points: 20, seconds: 91 } },
  ],
  [
    { QUIPU_SOURCE_ROOTS: '/srv/data, /home/ada/my files' },
    { sourceRoots: ['/srv/data', '/home/ada/my files'] },
  ],
  [{ QUIPU_SAMPLE: 'off' }, { sampleShop: false }],
  [
    { TRUTH_UPLOAD_ROOTS: '/srv/scans', TRUTH_INTERPRETATIONS_PER_DAY: '5' },
    { truth: { uploadRoots: ['/srv/scans'], interpretationsPerDay: 5 } },
  ],
  [{ VIKUNJA_URL: 'http://[fd00::5]:3456/tasks/' }, { vikunjaUrl: 'http://[fd00::5]:3456/tasks' }],
  [{ QUIPU_CLIENT_DOCUMENTS: 'off' }, { clientDocuments: false }],
  [{ QUIPU_BODY_LIMIT: '10MB' }, { bodyLimitBytes: 10_000_000 }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    { tracing: { endpoint: 'http://collector:4318', headers: {}, attributes: {} } },
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, x-team=blue',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=a%2Cb',
      OTEL_SERVICE_NAME: 'quipu-eu',
    },
    {
      tracing: {
        endpoint: 'https://collector',
        headers: { 'api-key': 'a=b', 'x-team': 'blue' },
        attributes: { 'service.name': 'quipu-eu', 'deployment.environment.name': 'a,b' },
      },
    },
  ],
  [{ OTEL_SERVICE_NAME: 'quipu-eu' }, { tracing: undefined }],
  [{ QUIPU_BODY_LIMIT: '65536' }, { bodyLimitBytes: 65_536 }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [
    {
      OAUTH_AUTHORIZATION_CODE_TTL_MINUTES: '5',
      OAUTH_DEVICE_CODE_TTL_MINUTES: '20',
      JWT_ACCESS_TTL_MINUTES: '1',
      JWT_REFRESH_TTL_DAYS: '30',
    },
    { lifetimes: { codeMinutes: 5, deviceCodeMinutes: 20, accessMinutes: 1, refreshDays: 30 } },
  ],
  [
    { QUIPU_REQUESTS_PER_MINUTE: '60', QUIPU_AUTHORIZATIONS_PER_MINUTE: '100' },
    { requestsPerMinute: 60, authorizationsPerMinute: 100 },
  ],
  [
    { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: 'y'.repeat(32) },
    { rootSecret: secret, previousRootSecret: 'y'.repeat(32) },
  ],
  [
    { PORT: '', HOST: ' ', REDIS_URL: '' },
    { listen: { host: '127.0.0.1', port: 8319 }, redisUrl: undefined },
  ],
  [
    { QUIPU_OWNER_EMAIL: 'ada@example.com', QUIPU_OWNER_PASSWORD: 'long enough' },
    { owner: { email: 'ada@example.com', password: 'long enough' } },
  ],
]

test.each(read)('[C1] %j is read', (environment, expected) => {
  expect(readConfig('/opt/quipu', environment)).toMatchObject(expected)
})

const refused: readonly (readonly [Environment, string])[] = [
  [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535'],
  [{ PORT: '80a' }, 'PORT must be a whole number from 1 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535'],
  [{ HOST: 'not a host' }, 'HOST must be an address or a host name'],
  [{ APP_URL: 'quipu.example.com' }, 'APP_URL must be a URL that starts with http:// or https://'],
  [{ APP_URL: 'https://example.com/quipu' }, 'APP_URL must have no path, query, fragment or credentials'],
  [
    { DATABASE_URL: 'mysql://db' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
  ],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be a URL that starts with redis:// or rediss://'],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters; `openssl rand -hex 32` makes one'],
  [
    { ALLOWED_ORIGINS: '*' },
    'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas',
  ],
  [
    { ALLOWED_ORIGINS: 'https://a.example/path' },
    'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas',
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.0/40' },
    'TRUSTED_PROXIES must be addresses or subnets such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
  ],
  [
    { TRUSTED_PROXIES: 'proxy' },
    'TRUSTED_PROXIES must be addresses or subnets such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
  ],
  [{ VIKUNJA_URL: 'vikunja.example' }, 'VIKUNJA_URL must be a URL that starts with http:// or https://'],
  [{ VIKUNJA_URL: 'https://a:b@vikunja.example' }, 'VIKUNJA_URL must have no query, fragment or credentials'],
  [{ QUIPU_BODY_LIMIT: '4 potatoes' }, 'QUIPU_BODY_LIMIT must be a size from 1KiB to 1GiB, such as 4MiB'],
  [{ QUIPU_BODY_LIMIT: '1' }, 'QUIPU_BODY_LIMIT must be a size from 1KiB to 1GiB, such as 4MiB'],
  [{ JWT_ACCESS_TTL_MINUTES: '0' }, 'JWT_ACCESS_TTL_MINUTES must be a whole number from 1 to 1440'],
  [{ JWT_REFRESH_TTL_DAYS: '1.5' }, 'JWT_REFRESH_TTL_DAYS must be a whole number from 1 to 365'],
  [
    { OAUTH_AUTHORIZATION_CODE_TTL_MINUTES: '61' },
    'OAUTH_AUTHORIZATION_CODE_TTL_MINUTES must be a whole number from 1 to 60',
  ],
  [
    { OAUTH_DEVICE_CODE_TTL_MINUTES: '-1' },
    'OAUTH_DEVICE_CODE_TTL_MINUTES must be a whole number from 1 to 60',
  ],
  [
    { QUIPU_REQUESTS_PER_MINUTE: 'many' },
    'QUIPU_REQUESTS_PER_MINUTE must be a whole number from 1 to 1000000',
  ],
  [
    { QUIPU_AUTHORIZATIONS_PER_MINUTE: '0' },
    'QUIPU_AUTHORIZATIONS_PER_MINUTE must be a whole number from 1 to 100000',
  ],
  [
    { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: 'short' },
    'JWT_SECRET_PREVIOUS must have at least 32 characters: it is the JWT_SECRET that counted before',
  ],
  [
    { JWT_SECRET_PREVIOUS: secret },
    'JWT_SECRET_PREVIOUS counts only beside JWT_SECRET: set both, or neither',
  ],
  [
    { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: secret },
    'JWT_SECRET_PREVIOUS must be another one than JWT_SECRET',
  ],
  [
    { UPSTREAM_NEWCOMERS: 'admin' },
    'UPSTREAM_NEWCOMERS must be viewer or contributor, or absent: then nobody is let in',
  ],
  [
    { GOOGLE_CLIENT_ID: 'id' },
    'GOOGLE_CLIENT_SECRET is missing beside GOOGLE_CLIENT_ID: set all of them, or none',
  ],
  [
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_SECRET: 's' },
    'OIDC_CLIENT_ID is missing beside OIDC_ISSUER and OIDC_CLIENT_SECRET: set all of them, or none',
  ],
  [
    { ...oidc, OIDC_ISSUER: 'http://id.example' },
    'OIDC_ISSUER must start with https:// unless it is on this machine, and have no query, fragment or credentials',
  ],
  [{ ...oidc, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be a URL that starts with https:// or http://'],
  [{ QUIPU_WORKERS: '0' }, 'QUIPU_WORKERS must be a whole number from 1 to 64'],
  [
    { ...bucket, BLOB_S3_ENDPOINT: 'minio:9000' },
    'BLOB_S3_ENDPOINT must be a URL that starts with http:// or https://, without credentials and query',
  ],
  [
    { ...bucket, BLOB_S3_BUCKET: 'My files' },
    'BLOB_S3_BUCKET must be the name of a bucket: 3 to 63 of a-z, 0-9, dot and hyphen',
  ],
  [{ ...bucket, BLOB_S3_REGION: 'EU' }, 'BLOB_S3_REGION must be the name of a region, such as eu-central-1'],
  [{ ...bucket, BLOB_S3_FORCE_PATH_STYLE: 'yes' }, 'BLOB_S3_FORCE_PATH_STYLE must be on or off'],
  [
    { ...bucket, BLOB_S3_SECRET_ACCESS_KEY: '' },
    'BLOB_S3_SECRET_ACCESS_KEY is missing: a bucket for files needs BLOB_S3_BUCKET, BLOB_S3_ACCESS_KEY_ID, BLOB_S3_SECRET_ACCESS_KEY',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of: debug, info, warn, error, silent'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://, without a query',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c?x=1' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://, without a query',
  ],
  [
    { OTEL_RESOURCE_ATTRIBUTES: 'production' },
    'OTEL_RESOURCE_ATTRIBUTES must be pairs such as deployment.environment.name=staging,service.namespace=team, with %2C for a comma in a value',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'key=100%' },
    'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as api-key=secret,x-team=blue, with %2C for a comma in a value',
  ],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ QUIPU_OWNER_EMAIL: 'ada' }, 'QUIPU_OWNER_EMAIL must be an e-mail address'],
  [{ QUIPU_OWNER_PASSWORD: 'short' }, 'QUIPU_OWNER_PASSWORD must have at least 8 characters'],
]

test('[C31] [C902] Google and another issuer are upstreams, and newcomers are refused by default', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(readConfig('/', { ...google, ...oidc }).upstreams).toEqual([
    {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
      newcomers: undefined,
    },
    {
      id: 'oidc',
      name: 'your organisation',
      issuer: 'https://id.example/realms/one',
      clientId: 'quipu',
      clientSecret: 'secret',
      newcomers: undefined,
    },
  ])
  const named = {
    ...oidc,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_NAME: 'Example',
    UPSTREAM_NEWCOMERS: 'viewer',
  }
  expect(readConfig('/', named).upstreams).toMatchObject([
    { id: 'oidc', name: 'Example', issuer: 'http://127.0.0.1:9', newcomers: 'viewer' },
  ])
})

test('[C240] [C901] files are kept in a bucket when its name and keys are set, at Amazon or at another endpoint', () => {
  const keys = { bucket: 'files', accessKeyId: 'id', secretAccessKey: 'key' }
  expect(readConfig('/', { ...bucket, BLOB_S3_REGION: 'eu-central-1' }).bucket).toEqual({
    ...keys,
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    forcePathStyle: false,
  })
  const elsewhere = { ...bucket, BLOB_S3_ENDPOINT: 'http://minio:9000' }
  expect(readConfig('/', elsewhere).bucket).toEqual({
    ...keys,
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    forcePathStyle: true,
  })
  expect(readConfig('/', { ...elsewhere, BLOB_S3_FORCE_PATH_STYLE: 'off' }).bucket?.forcePathStyle).toBe(
    false,
  )
  expect(linesRefusing({ BLOB_S3_ENDPOINT: 'http://minio:9000' })).toHaveLength(3)
})

test.each(refused)('[C2] %j is refused', (environment, line) => {
  expect(linesRefusing(environment)).toEqual([line])
})

test('[C2] each bad value has a line of its own', () => {
  expect(linesRefusing({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2)
})

test('[C3] a .env file adds settings and overrides none', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'PORT=9001\nHOST="0.0.0.0" # everybody\n')

  const environment = readEnvironment(folder, { PORT: '9002' })

  expect(readConfig(folder, environment).listen).toEqual({ host: '0.0.0.0', port: 9002 })
  expect(readEnvironment(folder, { QUIPU_ENV_FILE: '/dev/null' })).not.toHaveProperty('HOST')
})

test('[C613] a file of settings that is named and missing, or cannot be read, is refused', () => {
  const folder = temporaryFolder()
  for (const file of [join(folder, 'none'), folder])
    expect(() => readEnvironment(folder, { QUIPU_ENV_FILE: file })).toThrow('The settings cannot be read: E')
  expect(readEnvironment(folder, { PORT: '9002' })).toEqual({ PORT: '9002' })
})

test('[C614] a name that is almost a setting is told, other names are not', () => {
  const environment = { QUIPU_DATADIR: '/srv', QUIPU_ENV_FILE: '/x', QUIPU_DATA_DIR: '/srv', PORTS: '1' }
  expect(misspelt(environment)).toEqual([
    'QUIPU_DATADIR is not a setting and is ignored. Did you mean QUIPU_DATA_DIR?',
  ])
})

test('[C4] production demands a secret and a public URL that is https or loopback', () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: secret }
  expect(linesRefusing({ NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^JWT_SECRET is required/),
  ])
  expect(linesRefusing({ ...production, APP_URL: 'http://quipu.example.com' })).toEqual([
    expect.stringMatching(/^APP_URL must start with https/),
  ])
  expect(linesRefusing({ ...production, HOST: '192.168.1.2' })).toHaveLength(1)
  for (const url of [
    'https://quipu.example.com',
    'http://127.0.0.1:8319',
    'http://localhost',
    'http://[::1]:1',
  ]) {
    expect(readConfig('/', { ...production, APP_URL: url }).appUrl).toBe(url)
  }
})

function linesRefusing(environment: Environment): readonly string[] {
  try {
    readConfig('/opt/quipu', environment)
  } catch (error) {
    if (error instanceof UsageError) return error.lines
    throw error
  }
  return []
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quipu-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
