import { original, over } from './original.ts'
import { strike } from './strike.ts'

interface Values {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}
interface Content {
  openCachedValues(redis: unknown, now: () => number): Values
  moduleCache(values: Values, module: string): unknown
}

const real = await original<Content>('cache/open-cache.ts')

export const moduleCache = real.moduleCache

/** A cache never throws: on a fault it finds nothing and stores nothing. */
export function openCachedValues(redis: unknown, now: () => number): Values {
  const values = real.openCachedValues(redis, now)
  const struck = (work: () => Promise<void>) => strike('cache', work, gone).catch(orGone(undefined))
  return over(values, {
    get: (key) => strike('cache', () => values.get(key), gone).catch(orGone(undefined)),
    set: (key, text, seconds) => struck(() => values.set(key, text, seconds)),
    // A deleted value must not be found again, so a delete is always done, perhaps late.
    delete: (key) => values.delete(key),
  })
}

class Gone extends Error {}

function gone(): Error {
  return new Gone()
}

function orGone<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Gone) return value
    throw error
  }
}
