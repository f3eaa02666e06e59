import { useCallback, useEffect, useState } from 'react'
import { asProblem, type Problem } from '../../api/problem.ts'
import { listUniverses } from '../../api/universes.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import type { Account, UniverseInfo } from '../../api/wire.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { UniverseTable } from './universe-table.tsx'

type Open = { kind: 'create' } | { kind: 'delete' | 'rename' | 'share'; universe: UniverseInfo } | undefined

export function UniversesPage({ me }: { readonly me: Account }) {
  const { universes, next, problem, read } = useUniverses()
  const [open, setOpen] = useState<Open>()
  const canCreate = me.permissions.includes('universe:write')
  const create = () => setOpen({ kind: 'create' })
  const done = () => {
    setOpen(undefined)
    void read()
  }
  return (
    <PageFrame
      title="Universes"
      actions={
        canCreate &&
        universes !== undefined &&
        universes.length > 0 && (
          <button type="button" className="button primary" onClick={create}>
            New universe
          </button>
        )
      }
    >
      <div className="card">
        {problem !== undefined && <ProblemNote problem={problem} onRetry={() => void read()} />}
        {universes === undefined && problem === undefined && <Waiting words="Reading your universes" />}
        {universes?.length === 0 && <EmptyState canCreate={canCreate} onCreate={create} />}
        {universes !== undefined && universes.length > 0 && (
          <UniverseTable
            universes={universes}
            me={me}
            onRename={(universe) => setOpen({ kind: 'rename', universe })}
            onDelete={(universe) => setOpen({ kind: 'delete', universe })}
            onShare={(universe) => setOpen({ kind: 'share', universe })}
          />
        )}
        {next !== undefined && (
          <button type="button" className="button more" onClick={() => void read(next)}>
            Show more
          </button>
        )}
      </div>
      {open?.kind === 'create' && <CreateDialog onClose={() => setOpen(undefined)} />}
      {open?.kind === 'delete' && (
        <DeleteDialog universe={open.universe} onClose={() => setOpen(undefined)} onDeleted={done} />
      )}
      {open?.kind === 'rename' && (
        <RenameDialog universe={open.universe} onClose={() => setOpen(undefined)} onRenamed={done} />
      )}
      {open?.kind === 'share' && <ShareDialog universe={open.universe} onClose={done} />}
    </PageFrame>
  )
}

function useUniverses() {
  const [universes, setUniverses] = useState<readonly UniverseInfo[]>()
  const [next, setNext] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const read = useCallback(async (cursor?: string) => {
    try {
      const page = await listUniverses(cursor)
      setUniverses((before) =>
        cursor === undefined ? page.universes : [...(before ?? []), ...page.universes],
      )
      setNext(page.next_cursor ?? undefined)
      setProblem(undefined)
    } catch (caught) {
      setProblem(asProblem(caught))
    }
  }, [])
  useEffect(() => void read(), [read])
  return { universes, next, problem, read }
}
