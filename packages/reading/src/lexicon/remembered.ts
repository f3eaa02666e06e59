/** Makes a value once for each key. For what is asked again for every word of a question, and only depends on the data. */
export function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before.value
    const value = make(key)
    known.set(key, { value })
    return value
  }
}

/** The same for texts, of which the newest are kept. */
export function rememberedText<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = make(text)
    if (known.size >= mostTexts) known.clear()
    known.set(text, value)
    return value
  }
}

/** More different words than the names and values of a database and its questions have, as a rule. */
const mostTexts = 20_000
