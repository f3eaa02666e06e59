import { accountPage } from '../pages/account-page.ts'
import { changePasswordPage } from '../pages/change-password-page.ts'
import { signInLinkPage } from '../pages/sign-in-link-page.ts'
import { choosePasswordPage } from '../pages/choose-password-page.ts'
import { consentPage, type ConsentPage } from '../pages/consent-page.ts'
import { deviceConfirmPage } from '../pages/device-confirm-page.ts'
import { deviceDonePage } from '../pages/device-done-page.ts'
import { devicePage } from '../pages/device-page.ts'
import { errorPage } from '../pages/error-page.ts'
import { linkGonePage } from '../pages/link-gone-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { signedOutPage } from '../pages/signed-out-page.ts'

/** Markup, an override that turns text around, stacked marks, and ten thousand letters. */
export const hostileName =
  `</h1><script>alert(1)</script>"'\`&<img src=x onerror=alert(2)>\u202Emoc.elgoog\u2066\u200B\0\n` +
  `Z${'\u0336\u0352'.repeat(200)}${'A'.repeat(10_000)}`

const csrf = 'c5rf-t0ken'
const email = 'ada@example.com'

export const ordinaryConsent: ConsentPage = {
  action: '/authorize/u1',
  csrf,
  client: { name: 'Claude', id: 'https://claude.ai/oauth/mcp-client.json', host: 'claude.ai' },
  redirectHost: 'claude.ai',
  isLoopback: false,
  isUnverified: false,
  resourceName: 'Quipu',
  resource: 'https://quipu.example.com/mcp',
  scopes: [
    { name: 'tasks:read', says: 'See your tasks', isAllowed: true },
    { name: 'tasks:write', says: 'Add, change and delete your tasks', isAllowed: true },
    { name: 'memory:admin', says: 'Change what everyone on the team remembers', isAllowed: false },
  ],
  account: { email },
  switchAction: '/authorize/u1/switch',
}

const hostileConsent: ConsentPage = {
  ...ordinaryConsent,
  client: { name: hostileName, id: hostileName, host: `${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example` },
  redirectHost: `accounts.google.com.${'login-'.repeat(30)}.evil.example`,
  isUnverified: true,
  resource: `https://${'q'.repeat(100)}.example.com/mcp`,
  scopes: [{ name: '"><b>', says: '<script>alert(1)</script>\u202E', isAllowed: false }],
  account: { email: `${'long'.repeat(40)}@example.com` },
}

const localConsent: ConsentPage = {
  ...ordinaryConsent,
  client: { name: 'Claude Code', id: 'dcr_8Jd2kLm40sQ' },
  redirectHost: 'localhost:53682',
  isLoopback: true,
  isUnverified: true,
}

const upstreams = [
  { name: 'Google', href: '/api/auth/google' },
  { name: 'Example Workspace', href: '/api/auth/oidc' },
]

export const pageSamples: Readonly<Record<string, string>> = {
  login: loginPage({ action: '/login', csrf, upstreams: [] }),
  'login-app': loginPage({
    action: '/authorize/u1',
    csrf,
    email,
    error: 'The e-mail address or the password is wrong. Try again, or ask an admin for a reset link.',
    upstreams,
    clientName: 'Claude',
    fields: { next: '/account/password' },
  }),
  'login-hostile': loginPage({
    action: '/login?"><script>alert(1)</script>',
    csrf: '"><b>',
    email: '"><script>alert(1)</script>',
    error: hostileName.slice(0, 200),
    upstreams: [{ name: '<b>Evil</b>', href: '/x"onclick="alert(1)' }],
    clientName: hostileName,
    fields: { '"><i>': '"><i>' },
  }),
  consent: consentPage(ordinaryConsent),
  'consent-local': consentPage(localConsent),
  'consent-hostile': consentPage(hostileConsent),
  'consent-long': consentPage({
    ...localConsent,
    error: 'Tick at least one thing that the app may do, or deny.',
    scopes: Array.from({ length: 9 }, (_, at) => ({
      name: `module${at}:write`,
      says: `Add, change and delete what you keep in module ${at + 1}`,
      isAllowed: at !== 4,
    })),
  }),
  'consent-bare': consentPage({ ...ordinaryConsent, scopes: [] }),
  device: devicePage({ action: '/device', csrf }),
  'device-error': devicePage({
    action: '/device',
    csrf,
    userCode: 'WDJB-MJHT',
    error: 'There is no such code. Check what your device shows and enter it again.',
  }),
  'device-confirm': deviceConfirmPage({
    action: '/device',
    csrf,
    userCode: 'WDJB-MJHT',
    client: { name: 'Build agent' },
    from: { address: '203.0.113.7', agent: 'build-agent/2.1 (linux; x64)' },
  }),
  'device-confirm-hostile': deviceConfirmPage({
    action: '/device',
    csrf,
    userCode: '"><script>alert(1)</script>',
    client: { name: hostileName },
    from: { address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', agent: hostileName },
  }),
  'device-done': deviceDonePage({ clientName: 'Build agent' }),
  error: errorPage({
    title: 'This app asked in a way we cannot answer',
    message: 'The address it wants to send you to is not one that it registered.',
    hint: 'Start again from the app. If it happens again, tell the makers of the app.',
    reference: '4bf92f3577b34da6a3ce929d0e0e4736',
  }),
  'error-hostile': errorPage({ title: '<script>', message: '<img src=x>', hint: '<b>', reference: '<i>' }),
  'link-gone': linkGonePage(),
  'signed-out': signedOutPage({ loginHref: '/login' }),
  'account-empty': accountPage({ email, csrf, apps: [], tokens: [] }),
  account: accountPage({
    email,
    csrf,
    done: 'Claude is disconnected.',
    apps: [
      {
        id: 'a1',
        name: 'Claude',
        host: 'claude.ai',
        scopes: ['See your tasks', 'Add, change and delete your tasks'],
        connectedAt: new Date('2026-11-01'),
        lastUsedAt: new Date('2026-11-15'),
      },
      {
        id: 'a2',
        name: 'Television',
        host: '',
        scopes: ['See your tasks'],
        connectedAt: new Date('2026-10-02'),
        lastUsedAt: new Date('2026-10-02'),
      },
    ],
    tokens: [
      {
        id: 't1',
        name: 'nightly report',
        scopes: ['See your tasks'],
        expiresAt: new Date('2027-01-01'),
        lastUsedAt: undefined,
      },
    ],
    linkable: [{ name: 'Google', href: '/api/auth/google?link=x' }],
  }),
  'account-hostile': accountPage({
    email: `${'long'.repeat(40)}@example.com`,
    csrf: '"><b>',
    apps: [
      {
        id: '"><b>',
        name: hostileName,
        host: `accounts.google.com.${'login-'.repeat(30)}.evil.example`,
        scopes: ['<script>alert(1)</script>'],
        connectedAt: new Date('2026-11-01'),
        lastUsedAt: new Date('2026-11-15'),
      },
    ],
    tokens: [
      {
        id: 't1',
        name: hostileName,
        scopes: ['<b>'],
        expiresAt: new Date('2027-01-01'),
        lastUsedAt: new Date('2026-11-15'),
      },
    ],
  }),
  signInLink: signInLinkPage({ action: '/sign-in/t', csrf, email }),
  invitation: choosePasswordPage({ purpose: 'invitation', action: '/invite/t', csrf, email }),
  reset: choosePasswordPage({
    purpose: 'password',
    action: '/reset/t',
    csrf,
    email,
    error: 'The two passwords differ. Type the same one twice.',
  }),
  'change-password': changePasswordPage({ action: '/account/password', email, csrf }),
  'change-password-wrong': changePasswordPage({
    action: '/account/password',
    email,
    csrf,
    error: 'The current password is wrong.',
  }),
  'change-password-done': changePasswordPage({
    action: '/account/password',
    email,
    csrf,
    done: 'everywhere',
  }),
}
