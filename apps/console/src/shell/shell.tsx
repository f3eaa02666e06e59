import { useState } from 'react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { asProblem } from '../api/problem.ts'
import { AccountContext, type OwnAccount } from '../api/use-account.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { NotForRole } from './not-for-role.tsx'
import { isFor, pageAt, shownPages } from './page-at.ts'
import type { PageEntry } from './page-entry.ts'
import { Palette } from './palette.tsx'
import { SideBar } from './side-bar.tsx'
import { useCommands } from './use-commands.ts'
import { useShellKeys } from './use-shell-keys.ts'

/** Loads the account that is signed in and puts the navigation around the page of the address. */
export function Shell({ pages }: { readonly pages: readonly PageEntry[] }) {
  const { data: account, error, refetch } = api.useQuery('get', '/api/account')
  if (account !== undefined)
    return (
      <AccountContext value={account}>
        <Rooms pages={pages} account={account} />
      </AccountContext>
    )
  if (error === null) return <Waiting words="Looking who you are" />
  return (
    <PageFrame title="Quipu">
      <ProblemNote problem={asProblem(error)} onRetry={() => void refetch()} />
    </PageFrame>
  )
}

interface Props {
  readonly pages: readonly PageEntry[]
  readonly account: OwnAccount
}

function Rooms({ pages, account }: Props) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const shown = shownPages(pages, account)
  const here = pageAt(pages, pathname)
  const isWhole = here?.isWhole === true
  const commands = useCommands(shown)
  useShellKeys({
    pages: shown,
    isWhole,
    openPalette: () => setOpen('palette'),
    openHelp: () => setOpen('keys'),
  })
  return (
    <>
      {/* The page keeps its position among the children, so that it is not mounted again when the frame appears or disappears. */}
      <div className={isWhole ? undefined : 'shell'}>
        {!isWhole && <SideBar pages={shown} account={account} onSearch={() => setOpen('palette')} />}
        {here === undefined || isFor(here, account) ? <Outlet /> : <NotForRole title={here.title} />}
      </div>
      {open === 'palette' && <Palette commands={commands} onClose={() => setOpen(undefined)} />}
      {open === 'keys' && <KeysDialog pages={shown} shown={here} onClose={() => setOpen(undefined)} />}
      <Toasts />
    </>
  )
}
