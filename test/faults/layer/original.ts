/** A file of the host as it is. It opens itself to nobody by name, so the caller says what it holds. */
export async function original<Content>(path: string): Promise<Content> {
  return (await import(new URL(path, import.meta.resolve('@quipu/host')).href)) as Content
}

/** The same object with some of its methods replaced. */
export function over<Target extends object>(target: Target, changed: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(name in changed ? changed : target, name)
      // Methods with private fields work on the object itself only.
      return typeof value === 'function' && !(name in changed) ? (value.bind(target) as unknown) : value
    },
  })
}
