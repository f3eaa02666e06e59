import type { Module, Settings } from '@quipu/kit'
import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { ownWrites } from './own-writes.ts'
import type { AccountServices } from './services.ts'

const path = '/api/user-settings'

/** A client that acts for a person can store that person's preferences with the token by which it uses the module. */
export function alsoAcceptedBy(
  appUrl: string,
  modules: readonly Module[],
): ReadonlyMap<string, readonly string[]> {
  const known = modules.filter(({ preferences }) => preferences !== undefined)
  return new Map([[path, known.map(({ name }) => `${appUrl}/api/${name}/mcp`)]])
}

const namePattern = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const nameRule =
  'must name preferences by a letter and up to 63 letters, digits, dots, dashes and underscores'

const SettingsWire = z.looseObject({ time_zone: z.string() })

const getSettings = defineRoute({
  method: 'GET',
  path,
  summary: 'Your time zone and preferences',
  effect: 'read',
  output: SettingsWire,
  run: async ({ settings }: AccountServices, _, { caller }) => wire(await settings.of(caller)),
})

const changeSettings = ownWrites(
  defineRoute({
    method: 'PATCH',
    path,
    summary: 'Change the given preferences, or the given parts of one; null forgets',
    effect: 'write',
    body: z
      .looseObject({
        time_zone: z.string().refine(isTimeZone, 'must be an IANA name, such as Europe/Berlin').optional(),
      })
      .refine((body) => Object.keys(body).every((name) => namePattern.test(name)), nameRule),
    output: SettingsWire,
    run: async ({ settings }: AccountServices, { body }, { caller }) => {
      const { time_zone: timeZone, ...preferences } = body
      return wire(
        await settings.merge(caller, { ...(timeZone === undefined ? {} : { timeZone }), preferences }),
      )
    },
  }),
)

export const settingsRoutes = [getSettings, changeSettings]

function wire({ timeZone, preferences }: Settings): z.input<typeof SettingsWire> {
  return { ...preferences, time_zone: timeZone }
}

/** Intl also accepts an offset such as +02:00, but an offset has no daylight saving time. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
