import { useRef, useState } from 'react'
import { ShareDialog } from '../list/share-dialog.tsx'
import { TreePanel } from '../tree/tree-panel.tsx'
import { useTitle } from '../../ui/page-frame.tsx'
import { AddBodyDialog } from './add-body-dialog.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { LogPanel } from './log-panel.tsx'
import { RoomHeader } from './room-header.tsx'
import { SceneView, type SceneHandle } from './scene-view.tsx'
import { TimeBar } from './time-bar.tsx'
import { ToastList } from './toast-list.tsx'
import { useRoom } from '../live/use-room.ts'
import { useShortcuts } from './use-shortcuts.ts'

type Tab = 'tree' | 'details' | 'log'
export type OpenDialog = 'help' | 'share' | 'add' | undefined

/** The whole room: the picture, the time bar below it, and panels for contents, details and log. */
export function RoomView() {
  const room = useRoom('info')
  const [tab, setTab] = useState<Tab>('tree')
  const [dialog, setDialog] = useState<OpenDialog>()
  const scene = useRef<SceneHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  useTitle(room.info.name)
  useShortcuts(room, {
    scene,
    open: setDialog,
    search: () => {
      setTab('tree')
      // The field is visible only after its tab is.
      requestAnimationFrame(() => search.current?.focus())
    },
  })
  return (
    <div className="room" data-tab={tab}>
      <RoomHeader onOpen={setDialog} />
      <ConnectionBanner />
      <TabBar tab={tab} onTab={setTab} />
      <aside className="panel tree-panel" aria-label="What is in it">
        <TreePanel searchField={search} onAdd={() => setDialog('add')} />
      </aside>
      <main className="stage" aria-label="Picture">
        <SceneView handle={scene} />
        <ToastList />
        <TimeBar />
      </main>
      <aside className="panel details-panel" aria-label="Details">
        <DetailsPanel />
      </aside>
      <aside className="panel log-panel" aria-label="What happened">
        <LogPanel />
      </aside>
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && <ShareDialog universe={room.info} onClose={() => setDialog(undefined)} />}
      {dialog === 'add' && <AddBodyDialog onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/** On narrow screens one panel is shown at a time. */
function TabBar({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  return (
    <nav className="tab-bar" aria-label="Panels">
      {tabs.map(({ value, title }) => (
        <button key={value} type="button" aria-pressed={tab === value} onClick={() => onTab(value)}>
          {title}
        </button>
      ))}
    </nav>
  )
}

const tabs = [
  { value: 'tree', title: 'Bodies' },
  { value: 'details', title: 'Details' },
  { value: 'log', title: 'Log' },
] as const
