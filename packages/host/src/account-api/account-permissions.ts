import type { Permission } from '@quipu/kit'

/** The permissions of the host's own REST routes. */
export const accountPermissions: Readonly<Record<string, Permission>> = {
  'account:read': {
    says: 'See your account, connected apps and tokens',
    roles: ['viewer', 'contributor', 'admin'],
  },
  'account:write': {
    says: 'Change or erase your account, revoke apps, make tokens',
    roles: ['viewer', 'contributor', 'admin'],
  },
  'users:manage': { says: 'Manage people and their access', roles: ['admin'] },
  'clients:manage': { says: 'Manage known clients', roles: ['admin'] },
  'audit:read': { says: 'Read the audit of everyone', roles: ['admin'] },
  'sessions:read': { says: 'See who is connected with what', roles: ['admin'] },
}
