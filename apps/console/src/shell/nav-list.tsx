import { useLocation } from '@tanstack/react-router'
import { isAt } from '../navigation/route.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import type { PageEntry } from './page-entry.ts'

const groups = [
  { name: 'work', title: undefined },
  { name: 'connect', title: 'Connect' },
  { name: 'watch', title: 'Watch' },
  { name: 'self', title: 'You' },
] as const

/** The pages that a person may use, by group. */
export function NavList({ pages }: { readonly pages: readonly PageEntry[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Pages" className="nav">
      {groups.map(({ name, title }) => {
        const own = pages.filter(({ group }) => group === name)
        if (own.length === 0) return null
        return (
          <div key={name} className="nav-group">
            {title !== undefined && <p className="nav-title">{title}</p>}
            <ul>
              {own.map((page) => (
                <li key={page.path}>
                  <Link to={page.path} isCurrent={isAt(pathname, page.path)}>
                    <Icon name={page.icon ?? 'arrow'} size={18} />
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
