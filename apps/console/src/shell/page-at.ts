import type { PageEntry } from './page-entry.ts'

/** The page of an address, by its path without the query. */
export function pageAt(pages: readonly PageEntry[], pathname: string): PageEntry | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/')
  return pages.find(({ path }) => {
    const wanted = path.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
    )
  })
}

/** The pages of the navigation for a person with these permissions. */
export function shownPages(
  pages: readonly PageEntry[],
  permissions: readonly string[],
): readonly PageEntry[] {
  return pages.filter(
    ({ group, needs }) => group !== undefined && (needs === undefined || permissions.includes(needs)),
  )
}
