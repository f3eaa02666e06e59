import { useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { personName } from '../api/person-name.ts'
import type { OwnAccount } from '../api/use-account.ts'
import { homePath } from '../navigation/route.ts'
import { CordMark } from '../ui/cord-mark.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { commandKey } from './command-key.ts'
import { NavList } from './nav-list.tsx'
import type { PageEntry } from './page-entry.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface Props {
  readonly pages: readonly PageEntry[]
  readonly account: OwnAccount
  readonly onSearch: () => void
}

/** The navigation: a column on a wide window, a bar with a menu on a narrow one. */
export function SideBar({ pages, account, onSearch }: Props) {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])
  return (
    <header className="side-bar">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <div className="side-top">
        <Link to={homePath} className="home-link" label="Quipu, home">
          <CordMark size={28} />
          <span className="brand">Quipu</span>
        </Link>
        <button
          type="button"
          className="icon-button menu-button"
          onClick={() => setOpen(true)}
          aria-label="Menu"
        >
          <Icon name="menu" />
        </button>
      </div>
      <button type="button" className="search-button" onClick={onSearch}>
        <Icon name="search" size={16} />
        <span>Go to …</span>
        <kbd>{commandKey} K</kbd>
      </button>
      <div className="side-nav">
        <NavList pages={pages} />
        <Foot account={account} />
      </div>
      {isOpen && (
        <Dialog title="Menu" onClose={() => setOpen(false)}>
          <NavList pages={pages} />
          <Foot account={account} />
        </Dialog>
      )}
    </header>
  )
}

function Foot({ account }: { readonly account: OwnAccount }) {
  return (
    <div className="side-foot">
      <div className="who" title={account.email}>
        <span className="who-name">{personName(account)}</span>
        <span className="small soft">{account.role}</span>
        <span className="small">
          <a href="/docs/">Help</a> · <a href="/account">Sign out</a>
        </span>
      </div>
      <ThemeSwitch />
    </div>
  )
}
