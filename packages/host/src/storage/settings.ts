import { ToolError, type Settings, type SettingsPort } from '@quipu/kit'
import type { Statement, Store } from './store.ts'

/** A person's own settings. Preferences are merged into the stored ones; null removes one. */
export function settingsPort(store: Pick<Store, 'query'>): SettingsPort {
  return {
    async of({ userId }) {
      const [kept] = await store.query<Settings>({ userId }, readSettings(userId))
      return kept ?? { timeZone: 'UTC', preferences: {} }
    },

    async change({ userId }, changes) {
      if (changes.timeZone !== undefined) requireTimeZone(changes.timeZone)
      // The statement returns the one row that it wrote.
      const [changed] = (await store.query<Settings>({ userId }, writeSettings(userId, changes))) as [
        Settings,
      ]
      return changed
    },
  }
}

const columns = 'time_zone as "timeZone", preferences'

function readSettings(userId: string): Statement {
  return { sql: `select ${columns} from user_settings where user_id = $1`, parameters: [userId] }
}

function writeSettings(userId: string, { timeZone, preferences = {} }: Partial<Settings>): Statement {
  const forgotten = Object.keys(preferences).filter((key) => preferences[key] === null)
  return {
    sql: `insert into user_settings as kept (user_id, time_zone, preferences)
      values ($1, coalesce($2, 'UTC'), $3::jsonb - $4::text[])
      on conflict (user_id) do update set
        time_zone = coalesce($2, kept.time_zone), preferences = (kept.preferences || $3::jsonb) - $4::text[]
      returning ${columns}`,
    parameters: [userId, timeZone, preferences, forgotten],
  }
}

function requireTimeZone(name: string): void {
  if (isTimeZone(name)) return
  throw new ToolError('VALIDATION_ERROR', 'timeZone must be an IANA time zone, such as Europe/Berlin')
}

/** Intl also accepts an offset such as +02:00, but an offset has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
