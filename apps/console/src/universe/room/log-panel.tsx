import { useEffect, useState } from 'react'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { commandWords } from '../command-words.ts'
import { agoWords } from '../moment-words.ts'
import { undoStatesOf, type UndoState } from '../undo-state.ts'
import type { Entry } from '../../api/wire.ts'
import { whoWords } from '../live/universe-room.ts'
import { useRoom } from '../live/use-room.ts'

/** The log, newest first. People can undo and redo their own steps. */
export function LogPanel() {
  const room = useRoom('log', 'info')
  const action = useAction()
  const now = useNow(10_000)
  const undoStates = undoStatesOf(room.entries, room.me.id)
  return (
    <>
      <div className="panel-title">
        <h2>Log</h2>
        {room.canEdit && (
          <span className="pair">
            <button
              type="button"
              className="button slim"
              disabled={action.isBusy}
              onClick={() => void action.run(() => room.undo())}
              title="Undo your last step (Z)"
            >
              Undo
            </button>
            <button
              type="button"
              className="button slim"
              disabled={action.isBusy}
              onClick={() => void action.run(() => room.redo())}
              title="Redo it (Shift Z)"
            >
              Redo
            </button>
          </span>
        )}
      </div>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {room.entries.length === 0 && <p className="soft small">Nothing has been done yet.</p>}
      <ol className="log">
        {room.entries.map((entry) => (
          <LogLine
            key={entry.revision}
            entry={entry}
            now={now}
            undoState={room.canEdit ? (undoStates.get(entry.revision) ?? 'other') : 'other'}
            onTurn={(work) => void action.run(work)}
          />
        ))}
      </ol>
      {room.hasOlderEntries && (
        <button type="button" className="button slim" onClick={() => void action.run(() => room.readOlder())}>
          Older
        </button>
      )}
    </>
  )
}

interface LineProps {
  readonly entry: Entry
  readonly now: number
  readonly undoState: UndoState
  readonly onTurn: (work: () => Promise<void>) => void
}

function LogLine({ entry, now, undoState, onTurn }: LineProps) {
  const room = useRoom()
  const { revision, at } = entry
  const what = commandWords(entry.command, (id) => room.universe.nameOf(id))
  return (
    <li className={undoState === 'undone' ? 'undone' : undefined}>
      <p>
        <strong>{whoWords(entry)}</strong> {what}
      </p>
      <p className="small soft">
        <time dateTime={at} title={new Date(at).toLocaleString()}>
          {agoWords(at, now)}
        </time>
        {' · '}step {revision}
        {undoState === 'undone' && ' · undone'}
        {undoState !== 'other' && (
          <button
            type="button"
            className="link"
            onClick={() =>
              onTurn(() => (undoState === 'applied' ? room.undo(revision) : room.redo(revision)))
            }
          >
            {undoState === 'applied' ? 'Undo' : 'Redo'}
            <span className="unseen"> step {revision}</span>
          </button>
        )}
      </p>
    </li>
  )
}

function useNow(milliseconds: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), milliseconds)
    return () => window.clearInterval(timer)
  }, [milliseconds])
  // An entry newer than the last tick must not appear to be in the future.
  return Math.max(now, Date.now())
}
