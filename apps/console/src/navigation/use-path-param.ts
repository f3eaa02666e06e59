import { useParams } from '@tanstack/react-router'

/** A parameter of the page's path, such as `id` for `$id`. */
export function usePathParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
