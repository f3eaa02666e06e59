import { createHash } from 'node:crypto'

export interface Script {
  readonly lua: string
  readonly sha: string
}

/**
 * A window is a hash with the points taken, an id and, once it has refused and blocked, `blocked`. It ends when the key
 * expires, by the clock of Redis only. Values that this script did not write, or that never expire, are deleted.
 */
export const takePoint = script(`
local key, id = KEYS[1], ARGV[1]
local points, length, block = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local longest = math.max(length, block)
local left = redis.call('PTTL', key)
local taken = tonumber(redis.pcall('HGET', key, 'taken'))
if left <= 0 or not taken or not (taken >= 0) then
  redis.call('DEL', key)
  redis.call('HSET', key, 'taken', 1, 'id', id)
  redis.call('PEXPIRE', key, length)
  return {1, 1, length, id}
end
if left > longest then
  redis.call('PEXPIRE', key, longest)
  left = longest
end
if taken < points then
  redis.call('HSET', key, 'taken', taken + 1)
  return {1, taken + 1, left, redis.call('HGET', key, 'id') or ''}
end
if block > 0 and redis.call('HSETNX', key, 'blocked', 1) == 1 and block > left then
  redis.call('PEXPIRE', key, block)
  left = block
end
return {0, points, left, ''}
`)

/** Returns the point to the window that it was taken from, if that window still exists. */
export const givePoint = script(`
if redis.pcall('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
local taken = tonumber(redis.call('HGET', KEYS[1], 'taken'))
if not taken or not (taken >= 1) then return 0 end
redis.call('HSET', KEYS[1], 'taken', taken - 1)
return 1
`)

function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}
