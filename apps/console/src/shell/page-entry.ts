import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'

/** A page of the console, as the list of pages names it. */
export interface PageEntry {
  /** The whole path, such as `/app/tasks` or `/app/truth/$id`; a page reads `$id` by `usePathParam('id')`. */
  readonly path: string
  readonly title: string
  /** Loads the page. Its file exports the component as `Page`. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Where the navigation shows it. None: it is reached from another page only. */
  readonly group?: 'work' | 'connect' | 'watch' | 'self'
  readonly icon?: IconName
  /** Only people with this permission are shown it in the navigation. */
  readonly needs?: string
  /** Pressed after `g`, it leads here. */
  readonly key?: string
  /** Keys that act on the page itself, and what each does: `?` lists them while it is shown. */
  readonly keys?: readonly (readonly [keys: string, what: string])[]
  /** Other words that the palette finds it by. */
  readonly words?: string
  /** It fills the window: no navigation around it, and its own keys. */
  readonly isWhole?: boolean
}
