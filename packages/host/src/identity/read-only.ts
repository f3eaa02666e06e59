import type { Caller } from '@quipu/kit'

// A symbol is copied with the caller, and modules do not see it.
const key = Symbol('read only')

/** The caller behind a token of a read-only profile, who may not write at any address. */
export function asReadOnly(caller: Caller): Caller {
  return Object.assign({ ...caller }, { [key]: true })
}

export function isReadOnly(caller: Caller & { readonly [key]?: true }): boolean {
  return caller[key] === true
}
