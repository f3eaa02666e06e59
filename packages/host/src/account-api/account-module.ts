import type { Module } from '@quipu/kit'
import { defineModule } from '@quipu/kit'
import { accountPermissions } from './account-permissions.ts'
import { attemptRoutes } from './attempt-routes.ts'
import { auditStreams } from './audit-tail.ts'
import { houseRoutes } from './house-routes.ts'
import { toolRoutes } from './tool-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import type { AccountServices } from './services.ts'
import { settingsRoutes } from './settings-routes.ts'
import { waitingRoute } from './waiting-route.ts'

export const accountRoutes = [
  ...ownAccountRoutes,
  ...settingsRoutes,
  ...credentialRoutes,
  ...peopleRoutes,
  ...clientRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...toolRoutes,
  ...houseRoutes,
  ...attemptRoutes,
  waitingRoute,
]

/** The host's own REST routes for people. It has no tools, so an assistant cannot use them unasked. */
export function accountModule(services: AccountServices): Module {
  return defineModule<AccountServices>({
    name: 'account',
    title: 'Account',
    permissions: accountPermissions,
    tools: [],
    routes: accountRoutes,
    streams: auditStreams,
    open: () => services,
  })
}
