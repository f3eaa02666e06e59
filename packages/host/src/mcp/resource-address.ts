type Variables = Readonly<Record<string, string>>

/** Whether it has variables: `tasks://task/{task_id}`. */
export function isTemplate(address: string): boolean {
  return address.includes('{')
}

/** Finds the variables of a URI that the address of a resource matches; undefined for any other URI. */
export function matcherOf(address: string): (uri: string) => Variables | undefined {
  const names: string[] = []
  const pattern = address.replace(/\{(\w+)\}|[^{]+/g, (literal, name: string | undefined) => {
    if (name === undefined) return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    names.push(name)
    return '([^/?#]+)'
  })
  const whole = new RegExp(`^${pattern}$`)
  return (uri) => {
    const found = whole.exec(uri)
    if (found === null) return undefined
    const variables: Record<string, string> = {}
    for (const [index, name] of names.entries()) {
      const value = decode(found[index + 1] ?? '')
      if (value === undefined) return undefined
      variables[name] = value
    }
    return variables
  }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
