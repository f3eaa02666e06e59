import type { OwnAccount } from '../api/use-account.ts'
import type { PageEntry } from './page-entry.ts'

/** What decides which pages are there for a person. */
export type Reader = Pick<OwnAccount, 'permissions' | 'role'>

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

/** Whether a page is there for a person. */
export function isFor({ needs, roles }: PageEntry, { permissions, role }: Reader): boolean {
  return (needs === undefined || permissions.includes(needs)) && (roles?.includes(role) ?? true)
}

/** The pages of the navigation for a person. */
export function shownPages(pages: readonly PageEntry[], reader: Reader): readonly PageEntry[] {
  return pages.filter((page) => page.group !== undefined && isFor(page, reader))
}
