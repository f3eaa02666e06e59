import type { Hono } from 'hono'
import type { Role } from '@quipu/kit'
import type { UserData } from '../identity/user-data.ts'
import type { Download } from '../http/openapi.ts'
import type { Place, RestParts } from '../http/rest.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { serve } from '../http/rest.ts'
import { auditEvent } from '../calls/audit-event.ts'
import { routeName } from '../calls/run-route.ts'

export interface ExportParts {
  readonly userData: Pick<UserData, 'export'>
  readonly permissions: { ofRole(role: Role): ReadonlySet<string> }
}

export const accountExport = {
  path: '/api/account/export',
  summary: 'Everything that is yours, as a ZIP, for a token that may read each part of it',
  tag: 'account',
  needs: [],
  contentType: 'application/zip',
} satisfies Download

/** Everything that belongs to the caller, as a ZIP. */
export function addExport(app: Hono<RestEnv>, rest: RestParts, { userData, permissions }: ExportParts): void {
  const place: Place = {
    method: 'GET',
    path: accountExport.path,
    // A caller who may not read the parts may not read the whole.
    needs: ({ role }) => [...permissions.ofRole(role)].filter((name) => name.endsWith(':read')),
    limit: { points: 10, seconds: 3_600 },
  }
  app.get(place.path, (context) =>
    serve(rest, place, context, async (call) => {
      // A view on separate bytes, not on shared memory.
      const bytes = new Uint8Array(await userData.export(call.caller.userId))
      rest.calls.audit.record(auditEvent(call, 'route', routeName(place), 'ok'))
      const day = rest.calls.now().toISOString().slice(0, 10)
      return new Response(bytes, {
        headers: {
          'content-type': accountExport.contentType,
          'content-disposition': `attachment; filename="quipu-export-${day}.zip"`,
        },
      })
    }),
  )
}
