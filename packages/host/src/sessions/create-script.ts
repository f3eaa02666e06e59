import type { Redis } from 'ioredis'
import type { Session } from './session.ts'
import { endsAtMs } from './session.ts'
import { everyone, sessionKey, userKey, watchedKey } from './session-keys.ts'
import { fieldsOf, type StoredFields } from './stored-session.ts'

/**
 * In one step, so that simultaneous creations neither exceed the limit nor remove more than needed. Keys: the session,
 * the user's index, everyone's index, and the prefixes of the keys of the user's sessions and of what they watch. A key
 * with another type of value was written by another program and is deleted.
 */
const script = `
local function own(key, kind)
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= kind then redis.call('DEL', key) end
end
own(KEYS[1], 'hash') own(KEYS[2], 'zset') own(KEYS[3], 'zset')
if redis.call('EXISTS', KEYS[1]) == 1 then return false end
redis.call('ZREM', KEYS[2], ARGV[1])
local gone = {}
while redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) do
  local id = redis.call('ZPOPMIN', KEYS[2])[1]
  redis.call('ZREM', KEYS[3], ARGV[2] .. ' ' .. id)
  own(KEYS[4] .. id, 'hash')
  gone[#gone + 1] = redis.call('HGETALL', KEYS[4] .. id)
  redis.call('DEL', KEYS[4] .. id, KEYS[5] .. id)
end
redis.call('HSET', KEYS[1], unpack(ARGV, 7))
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[2], 31622400000)
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[2] .. ' ' .. ARGV[1])
return gone`

/** The stored fields of the removed sessions. */
export async function createSession(
  redis: Redis,
  session: Session,
  { mostPerUser, keepMs }: { readonly mostPerUser: number; readonly keepMs: number },
): Promise<readonly StoredFields[] | 'exists'> {
  const { id, userContext, lastActivity } = session
  const { userId } = userContext
  const keys = [
    sessionKey(userId, id),
    userKey(userId),
    everyone,
    sessionKey(userId, ''),
    watchedKey(userId, ''),
  ]
  const args = [id, userId, lastActivity.getTime(), endsAtMs(session), keepMs, mostPerUser]
  const gone: unknown = await redis.eval(
    script,
    keys.length,
    ...keys,
    ...args,
    ...Object.entries(fieldsOf(session)).flat(),
  )
  if (!Array.isArray(gone)) return 'exists'
  return gone.map(asFields)
}

/** Scripts return names and values alternately. */
function asFields(flat: unknown): StoredFields {
  if (!Array.isArray(flat)) return {}
  const pairs = flat.flatMap((value, at) => (at % 2 === 0 ? [[String(value), String(flat[at + 1])]] : []))
  return Object.fromEntries(pairs) as StoredFields
}
