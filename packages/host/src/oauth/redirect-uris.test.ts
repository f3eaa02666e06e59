import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applicationTypeOf, redirectProblem } from './redirect-uris.ts'

test.each([
  ['https://claude.ai/api/mcp/auth_callback', 'web'],
  ['https://10.0.0.5:8443/cb?x=1', 'web'],
  ['https://localhost:3000/cb', 'web'],
  ['http://localhost/callback', 'native'],
  ['http://localhost:6274/oauth/callback/debug', 'native'],
  ['http://127.0.0.1:33418/', 'native'],
  ['http://[::1]:9000/cb', 'native'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'native'],
  ['vscode://publisher.extension/cb', 'native'],
  ['vscode-insiders://publisher.extension/cb', 'native'],
  ['windsurf://codeium.windsurf/cb', 'native'],
  ['zed://oauth', 'native'],
  ['com.example.app:/oauth2redirect', 'native'],
  ['io.github.some-one.app://cb', 'native'],
])('[A42] %s is a redirect URI of a %s client', (uri, type) => {
  expect(redirectProblem([uri])).toBeUndefined()
  expect(applicationTypeOf([uri])).toBe(type)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://example.com/1',
  'about:blank',
  'ftp://example.com/',
  'ws://localhost/',
  'mailto:a@example.com',
  'intent://scan/',
  'myapp://callback',
  'http://example.com/cb',
  'http://127.0.0.2/cb',
  'http://localhost.example.com/cb',
  'http://localhost./cb',
  'http://user@localhost/cb',
  'http://@localhost/cb',
  'https://user:pass@example.com/cb',
  'https://example.com@evil.example/cb',
  'cursor://user@host/cb',
  'https://example.com/cb#',
  'https://example.com/cb#x',
  'https://*.example.com/cb',
  'https://example.com/*',
  'https:\\\\example.com\\cb',
  'https:example.com/cb',
  'https:/example.com/cb',
  'https:///example.com/cb',
  ' https://example.com/cb',
  'https://example.com/c b',
  'https://example.com/\ncb',
  'https://exämple.com/cb',
  'https://',
  '/callback',
  '',
  `https://example.com/${'a'.repeat(2_000)}`,
])('[A42] %j is refused', (uri) => {
  expect(redirectProblem([uri])).toMatch(/^must /)
  expect(redirectProblem(['https://example.com/cb', uri])).toMatch(/^must /)
})

test.each(['vscodium://publisher.extension/cb', 'raycast://oauth?package_name=x', 'myapp:/cb'])(
  '[A220] %s is a redirect URI of a native client where an admin adds it, and of no other',
  (uri) => {
    expect(redirectProblem([uri], 'admin')).toBeUndefined()
    expect(applicationTypeOf([uri])).toBe('native')
    expect(redirectProblem([uri])).toMatch(/^must use https.* an admin can add a client/)
    expect(redirectProblem([uri, 'https://localhost/cb'], 'admin')).toMatch(/must not mix/)
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://a.example/1',
])('[A220] %s is refused for an admin too, and nobody is told to ask one', (uri) => {
  for (const by of ['admin', 'client'] as const)
    expect(redirectProblem([uri], by)).toMatch(/^must use https.* such as com\.example\.app:$/)
})

test('[A943] a client has at most 20 of them, each a string of at most 2,000 characters', () => {
  const uris = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}`)
  expect(redirectProblem(uris(20))).toBeUndefined()
  expect(redirectProblem(uris(21))).toBe('must be at most 20')
  expect(redirectProblem([`https://example.com/${'a'.repeat(1_980)}`])).toBeUndefined()
  for (const uri of [null, 7, {}, ['https://example.com/']]) expect(redirectProblem([uri])).toMatch(/strings/)
})

test('[A42] https on localhost does not go with what makes a client native', () => {
  expect(redirectProblem(['https://localhost/cb', 'https://example.com/cb'])).toBeUndefined()
  expect(redirectProblem(['https://localhost/cb', 'http://localhost/cb'])).toMatch(/must not mix/)
})

test('[A42] accepted http URIs lead to this machine, and none contains credentials', () => {
  const part = fc.constantFrom(
    'http://',
    'https://',
    'localhost',
    '127.0.0.1',
    '@',
    ':',
    '/',
    '\\',
    '.',
    '?',
    'evil',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const uri = parts.join('')
      const isRefused = redirectProblem([uri]) !== undefined
      const { protocol, hostname, username, password } = isRefused ? new URL('https://refused') : new URL(uri)
      const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
      expect([uri, protocol !== 'http:' || isHere]).toEqual([uri, true])
      expect([uri, username + password]).toEqual([uri, ''])
    }),
    { numRuns: 5_000 },
  )
})
