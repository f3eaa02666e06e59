import { expect, test } from 'vitest'
import type { Caller, Role } from '@quipu/kit'
import { permissions } from '../testing/open-auth.ts'
import { Permissions } from './permissions.ts'

test('[A7] a role has the permissions that modules give it', () => {
  expect([...permissions.names]).toEqual(['keys:manage', 'tasks:read', 'tasks:write'])
  expect([...permissions.ofRole('viewer')]).toEqual(['tasks:read'])
  expect([...permissions.ofRole('contributor')]).toEqual(['tasks:read', 'tasks:write'])
  expect([...permissions.ofRole('admin')]).toEqual(['keys:manage', 'tasks:read', 'tasks:write'])
})

test('[A906] a permission has one owner, and a name that can stand in a list of scopes', () => {
  const tasks = { name: 'tasks', permissions: { 'tasks:read': { says: 'See', roles: [] } } }

  expect(() => new Permissions([tasks, { ...tasks, name: 'other' }])).toThrow(
    'Two modules declare the permission tasks:read',
  )
  for (const name of ['tasks read', 'tasks', 'tasks:"x"', ''])
    expect(() => new Permissions([{ name: 'm', permissions: { [name]: { says: '', roles: [] } } }])).toThrow(
      `Module m declares the permission "${name}"`,
    )
})

test('[A15] what the role has can be granted by a new consent, what it lacks cannot', () => {
  expect(permissions.whyMissing(callerWith('contributor', []), ['tasks:read', 'tasks:write'])).toBe('scope')
  expect(permissions.whyMissing(callerWith('viewer', []), ['tasks:read'])).toBe('scope')
  expect(permissions.whyMissing(callerWith('viewer', ['tasks:read']), ['tasks:read', 'tasks:write'])).toBe(
    'role',
  )
  expect(permissions.whyMissing(callerWith('admin', []), ['unknown:thing'])).toBe('role')
})

function callerWith(role: Role, names: readonly string[]): Caller {
  return { userId: '1', username: 'ada', role, permissions: new Set(names), clientId: 'c', tokenHash: 'h' }
}
