import { useParams } from '@tanstack/react-router'

/** The part of the address that the path of the page calls by this name, such as `id` for `$id`. */
export function usePathParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
