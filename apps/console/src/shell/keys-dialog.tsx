import { Dialog } from '../ui/dialog.tsx'
import { commandKey } from './command-key.ts'
import type { PageEntry } from './page-entry.ts'

interface Props {
  readonly pages: readonly PageEntry[]
  /** The page that is shown. */
  readonly shown: PageEntry | undefined
  readonly onClose: () => void
}

export function KeysDialog({ pages, shown, onClose }: Props) {
  const rows = [
    ...(shown?.keys ?? []),
    [`${commandKey} K`, 'Go to a page or do something'],
    ['?', 'This help'],
    ...pages.flatMap(({ key, title }) => (key === undefined ? [] : [[`g ${key}`, title]])),
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
