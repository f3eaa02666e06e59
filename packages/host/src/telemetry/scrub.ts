const secretKey =
  /authorization|cookie|passw|passphrase|secret|token|api[-_]?key|private[-_]?key|credential|jwt/i
/** A hash identifies a credential without revealing it. */
const harmlessKey = /hash$/i
const hidden = '[redacted]'
const maxDepth = 6
/** Also limits the cost of a hostile text: the patterns below are quadratic at worst. */
const maxText = 8_192

/** Hides anything that looks like a credential, anywhere in a text, and shortens what is too long for a line. */
export function scrubText(text: string): string {
  const short = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  if (!suspicious.test(short)) return short
  return short
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`)
    .replace(/\b(?:qpt|tk)_[\w-]{20,}/g, hidden)
    .replace(/(\/(?:invite|reset|sign-in)\/)[\w-]{20,}/g, `$1${hidden}`)
    .replace(/\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*/g, hidden)
    .replace(/(:\/\/)[^\s/:@]*:[^\s/@]*@/g, `$1${hidden}@`)
    .replace(
      /((?:token|secret|passw(?:or)?d|api[-_]?key)["']?\s*[=:]\s*["']?)(?!\[redacted\])[^\s"'&,;}]+/gi,
      `$1${hidden}`,
    )
}

const suspicious =
  /bearer|basic|eyJ|qpt_|tk_|\/(?:invite|reset|sign-in)\/|:\/\/|token|secret|passw|api[-_]?key/i

/** A copy that can be written as one line of JSON: without credentials, cycles or excessive depth. */
export function scrubFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return scrubObject(fields, 0, new Set())
}

function scrubObject(object: object, depth: number, above: Set<object>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  above.add(object)
  for (const [key, value] of Object.entries(object)) {
    const isSecret = secretKey.test(key) && !harmlessKey.test(key) && !isHarmless(value)
    kept[key] = isSecret ? hidden : scrubValue(value, depth + 1, above)
  }
  above.delete(object)
  return kept
}

/** A count of tokens or a missing password reveals nothing. */
function isHarmless(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean'
}

function scrubValue(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (above.has(value)) return '[circular]'
  if (depth > maxDepth) return '[deeper]'
  if (value instanceof Error) return scrubError(value, depth, above)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`
  if (Array.isArray(value)) return scrubArray(value, depth, above)
  return scrubObject(value, depth, above)
}

function scrubArray(values: readonly unknown[], depth: number, above: Set<object>): unknown[] {
  above.add(values)
  const kept = values.slice(0, 100).map((item) => scrubValue(item, depth + 1, above))
  above.delete(values)
  return kept
}

/** Only what explains the failure: drivers add whole queries with their values to their errors. */
function scrubError(
  error: Error & { code?: unknown },
  depth: number,
  above: Set<object>,
): Record<string, unknown> {
  above.add(error)
  const kept = {
    type: error.name,
    message: scrubText(error.message),
    ...(error.code === undefined ? {} : { code: scrubValue(error.code, depth + 1, above) }),
    stack: scrubText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: scrubValue(error.cause, depth + 1, above) }),
  }
  above.delete(error)
  return kept
}
