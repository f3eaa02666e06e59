import type { ComponentType } from 'react'
import type { OwnAccount } from '../api/use-account.ts'
import type { IconName } from '../ui/icon.tsx'

/** An entry in the list of pages. */
export interface PageEntry {
  /** The whole path, such as `/app/tasks` or `/app/truth/$id`; a page reads `$id` by `usePathParam('id')`. */
  readonly path: string
  readonly title: string
  /** Loads the page. Its file exports the component as `Page`. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Its group in the navigation. Undefined for a page that is only reached from another page. */
  readonly group?: 'work' | 'connect' | 'watch' | 'self'
  readonly icon?: IconName
  /** It is there only for people with this permission. */
  readonly needs?: string
  /** It is there only for these roles: a page that also says how its module is turned on, which nobody may use before. */
  readonly roles?: readonly OwnAccount['role'][]
  /** The key that opens it after `g`. */
  readonly key?: string
  /** Keys of the page itself, with what each does: `?` lists them while the page is shown. */
  readonly keys?: readonly (readonly [keys: string, what: string])[]
  /** Other words by which the palette finds it. */
  readonly words?: string
  /** It fills the window, without navigation, and has its own keys. */
  readonly isWhole?: boolean
}
