import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLog } from './log.ts'
import { scrubFields, scrubText } from './scrub.ts'

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLXNpZ25hdHVyZQ'
/** As `SignedLinks` makes them: JSON and a signature, both in base64url. */
const signedLink = `${Buffer.from('{"u":"ana","e":1}').toString('base64url')}.${'x'.repeat(43)}`

function logged(level: 'debug' | 'info' | 'warn' = 'info') {
  const lines: string[] = []
  const log = openLog({ level, destination: { write: (line) => void lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') as Record<string, unknown> }
}

describe('the log', () => {
  test('[M1] writes one line of JSON per entry, with time and level, from its level upwards', () => {
    const { log, lines, last } = logged('info')
    log.debug({}, 'hidden')
    log.info({ requestId: 'req-1', rows: 3 }, 'served\nwell')

    expect(lines).toHaveLength(1)
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      requestId: 'req-1',
      rows: 3,
      msg: 'served\nwell',
    })
    expect(lines[0]).toMatch(/^[^\n]+\n$/)
  })

  test('[M1] writes to standard error, and nothing to standard output', async () => {
    const file = new URL('log.ts', import.meta.url).href
    const script = `import { openLog } from ${JSON.stringify(file)}; openLog({ level: 'info' }).info({ a: 1 }, 'hello')`

    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      script,
    ])

    expect(stdout).toBe('')
    expect(JSON.parse(stderr)).toMatchObject({ a: 1, msg: 'hello' })
  })

  test('[M2] hides credentials by the name of their field, at any depth', () => {
    const { log, lines, last } = logged()
    const headers = { Authorization: 'Bearer abc', cookie: 'sid=1', 'set-cookie': ['sid=1'], accept: '*/*' }
    log.info({ request: { headers }, password: 'hunter22', api_key: 'k-1', rootSecret: 'shh' }, 'x')
    log.info({ tokenHash: 'ab12', tokens: 17, access_token: null, nested: [{ refreshToken: 'r-1' }] }, 'x')

    const [first = ''] = lines
    for (const secret of ['abc', 'sid=1', 'hunter22', 'k-1', 'shh']) expect(first).not.toContain(secret)
    expect(first).toContain('"accept":"*/*"')
    expect(last()).toMatchObject({
      tokenHash: 'ab12',
      tokens: 17,
      access_token: null,
      nested: [{ refreshToken: '[redacted]' }],
    })
  })

  test.each([
    [`refused Bearer ${jwt} here`, 'refused Bearer [redacted] here'],
    ['Authorization: Basic YWRhOnBhc3M=', 'Authorization: Basic [redacted]'],
    [`token was ${jwt}, sorry`, 'token was [redacted], sorry'],
    [
      'cannot reach postgres://quipu:hunter22@db:5432/quipu',
      'cannot reach postgres://[redacted]@db:5432/quipu',
    ],
    ['redis://:hunter22@cache', 'redis://[redacted]@cache'],
    ['GET /mcp?access_token=abc123&x=1', 'GET /mcp?access_token=[redacted]&x=1'],
    [`GET /api/truth/files/7?link=${signedLink}&x=1`, 'GET /api/truth/files/7?link=[redacted]&x=1'],
    [`Vikunja refused tk_${'0a'.repeat(20)}.`, 'Vikunja refused [redacted].'],
    ['{"password":"hunter22"}', '{"password":"[redacted]"}'],
    ['JWT_SECRET must have at least 32 characters', 'JWT_SECRET must have at least 32 characters'],
    ['serving https://quipu.example/mcp', 'serving https://quipu.example/mcp'],
  ])('[M2] hides credentials inside texts: %s', (text, shown) => {
    expect(scrubText(text)).toBe(shown)
  })

  test('[M2] a token shows nowhere, wherever it was put', () => {
    const place = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(jwt, `Bearer ${jwt}`, `x ${jwt}`),
        fc.array(tie('value'), { minLength: 1, maxLength: 2 }),
        fc.dictionary(fc.string(), tie('value'), { minKeys: 1, maxKeys: 2 }),
        tie('value').map((cause) => new Error(`failed with ${jwt}`, { cause })),
      ),
    })).value
    fc.assert(
      fc.property(place, (value) => {
        const { log, lines } = logged()
        log.info({ value }, `see ${jwt}`)
        expect(lines[0]).not.toContain(jwt.slice(10))
      }),
    )
  })

  test('[M3] an error is logged with its cause and code, without what drivers hang on it', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', parameters: ['private note'] })
    const { log, lines, last } = logged()
    log.error({ err: new Error('cannot add', { cause }) }, 'failed')

    expect(last()).toMatchObject({
      err: {
        type: 'Error',
        message: 'cannot add',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'duplicate key', code: '23505' },
      },
    })
    expect(lines[0]).not.toContain('private note')
  })

  test('[M900] a long hostile text is cut, and costs no time', () => {
    for (const part of ['eyJ-', '://:', 'token ', 'a-', 'Bearer ', ':'])
      expect(scrubText(`secret ${part.repeat(500_000)}`).length).toBeLessThan(20_000)
  })

  test('[M900] cycles, depth, bytes and big numbers cannot break a line', () => {
    const cycle: Record<string, unknown> = {
      at: new Date('2026-11-01T08:00:00Z'),
      big: 10n,
      bytes: new Uint8Array(9),
    }
    cycle['self'] = cycle

    expect(scrubFields({ cycle, many: new Map([[1, 2]]) })).toEqual({
      cycle: { at: '2026-11-01T08:00:00.000Z', big: '10', bytes: '[9 bytes]', self: '[circular]' },
      many: '[1 entries]',
    })
    let deep: unknown = 'bottom'
    for (let level = 0; level < 1_000; level++) deep = { deep }
    expect(JSON.stringify(scrubFields({ deep }))).toContain('[deeper]')
  })
})
