import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
} from '@tanstack/react-router'
import { history } from '../navigation/history.ts'
import { parseSearch, writeSearch } from '../navigation/search.ts'
import { Waiting } from '../ui/waiting.tsx'
import { MissingPage } from './missing-page.tsx'
import { PageFailure } from './page-failure.tsx'
import type { PageEntry } from './page-entry.ts'
import { Shell } from './shell.tsx'

/** Routes each address to its page; the code of a page is loaded when it is opened. */
export function openRouter(pages: readonly PageEntry[]): AnyRouter {
  const root = createRootRoute({
    component: () => <Shell pages={pages} />,
    notFoundComponent: MissingPage,
  })
  const routes = pages.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') }),
  )
  return createRouter({
    routeTree: root.addChildren(routes),
    history,
    parseSearch,
    stringifySearch: writeSearch,
    defaultPendingComponent: () => <Waiting words="Loading the page" />,
    defaultErrorComponent: PageFailure,
    trailingSlash: 'never',
    scrollRestoration: true,
  })
}
