import type { Module } from '@quipu/kit'
import { accountRoutes } from './account-api/account-module.ts'
import { auditExport } from './account-api/audit-export.ts'
import { accountExport } from './account-api/export-route.ts'
import { openApi } from './http/openapi.ts'

/** The OpenAPI document of an installation with these modules. Opens nothing. */
export function describeApi(modules: readonly Module[], appUrl: string, version: string): object {
  const account = { name: 'account', routes: accountRoutes }
  return openApi({ modules: [...modules, account], downloads: [accountExport, auditExport] }, appUrl, version)
}
