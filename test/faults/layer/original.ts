/** An original file of the host. It is imported by path, so the caller gives its type. */
export async function original<Content>(path: string): Promise<Content> {
  return (await import(new URL(path, import.meta.resolve('@quipu/host')).href)) as Content
}

/** The same object with some of its methods replaced. */
export function over<Target extends object>(target: Target, changed: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(name in changed ? changed : target, name)
      // Methods with private fields work only on the object itself.
      return typeof value === 'function' && !(name in changed) ? (value.bind(target) as unknown) : value
    },
  })
}
