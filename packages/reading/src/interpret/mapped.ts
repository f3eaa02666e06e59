/** The same structure, with each part of it replaced, from the inside out. Structures are plain data, such as queries. */
export function mapped<T>(value: T, replace: (part: object) => object): T {
  if (typeof value !== 'object' || value === null) return value
  const inner: object = Array.isArray(value)
    ? value.map((one: unknown) => mapped(one, replace))
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, replace)]))
  return replace(inner) as T
}
