import type { Caller, Settings } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import { z } from 'zod'
import { settingsPort } from './settings.ts'
import type { Store } from './store.ts'

/** About a page of text: preferences are read by many calls. */
const maxCharacters = 65_536

type Preferences = Settings['preferences']

/** A person's own settings, changed field by field. */
export interface UserSettings {
  of(caller: Pick<Caller, 'userId'>): Promise<Settings>
  /** Preferences that are objects are merged into the stored ones; null removes a preference or a part of one. */
  merge(caller: Pick<Caller, 'userId'>, changes: Partial<Settings>): Promise<Settings>
}

/** `schemas` describe the preferences that modules declare; any other is stored unchanged. */
export function openUserSettings(
  store: Pick<Store, 'query' | 'transaction'>,
  schemas: ReadonlyMap<string, z.ZodType>,
): UserSettings {
  return {
    of: (caller) => settingsPort(store).of(caller),
    merge: ({ userId }, changes) =>
      store.transaction({ userId }, async (tx) => {
        const port = settingsPort({ query: (_, statement) => tx.query(statement) })
        // A row to lock, so that two simultaneous changes do not undo each other.
        await tx.query({
          sql: 'insert into user_settings (user_id) values ($1) on conflict (user_id) do update set user_id = $1',
          parameters: [userId],
        })
        const { preferences } = await port.of({ userId })
        const merged = mergedPreferences(preferences, changes.preferences ?? {})
        for (const [name, value] of Object.entries(merged)) check(schemas.get(name), name, value)
        const settings = await port.change({ userId }, { ...changes, preferences: merged })
        refuseTooMuch(settings)
        return settings
      }),
  }
}

function mergedPreferences(kept: Preferences, changes: Preferences): Preferences {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      isPart(change) ? mergedParts(kept[name], change) : change,
    ]),
  )
}

function mergedParts(kept: unknown, change: Preferences): Preferences {
  const whole = isPart(kept) ? { ...kept, ...change } : change
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}

function isPart(value: unknown): value is Preferences {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Validated as a whole, after merging. Removed preferences are not validated. */
function check(schema: z.ZodType | undefined, name: string, value: unknown): void {
  if (schema === undefined || value === null) return
  const given = { [name]: value }
  const { error } = z.object({ [name]: schema }).safeParse(given)
  if (error === undefined) return
  const issue = firstIssue(error, given)
  throw new ToolError('VALIDATION_ERROR', phraseIssue(issue), { parameter: issue.name })
}

function refuseTooMuch({ preferences }: Settings): void {
  if (JSON.stringify(preferences).length <= maxCharacters) return
  throw new ToolError(
    'VALIDATION_ERROR',
    `All preferences together must have at most ${maxCharacters} characters; forget some of them with null`,
  )
}
