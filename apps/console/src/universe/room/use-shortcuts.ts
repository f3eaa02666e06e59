import { useEffect, useRef, type RefObject } from 'react'
import { asProblem } from '../../api/problem.ts'
import { presentTime } from '../moment-words.ts'
import type { OpenDialog } from './room-view.tsx'
import type { SceneHandle } from './scene-view.tsx'
import { shortcutFor, type ShortcutName } from './shortcuts.ts'
import type { UniverseRoom } from '../live/universe-room.ts'

interface Means {
  readonly scene: RefObject<SceneHandle | null>
  readonly search: () => void
  readonly open: (dialog: OpenDialog) => void
}

/** Listens to the keyboard while the room is open and no dialog is. */
export function useShortcuts(room: UniverseRoom, means: Means): void {
  const latest = useRef(means)
  latest.current = means
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (event.defaultPrevented || target.closest('dialog') !== null) return
      const isEditable = target.matches('input:not([type=range]):not([type=radio]), textarea, select')
      const name = shortcutFor(event, target.tagName, isEditable)
      if (name === undefined) return
      event.preventDefault()
      if (isEditable) target.blur()
      act(name, room, latest.current)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [room])
}

function act(name: ShortcutName, room: UniverseRoom, means: Means): void {
  const { viewing, options, selection } = room
  const actions: Record<ShortcutName, () => void> = {
    play: () => viewing.play(!viewing.isPlaying),
    faster: () => viewing.setStep(viewing.step + 1),
    slower: () => viewing.setStep(viewing.step - 1),
    reverse: () => viewing.setReverse(!viewing.isReverse),
    now: () => (room.universe.hasCalendar ? viewing.goTo(presentTime(Date.now())) : viewing.rejoin()),
    rejoin: () => viewing.rejoin(),
    fly: () => selection !== null && room.flyTo(selection),
    follow: () => (room.following === null && selection !== null ? room.flyTo(selection) : room.follow(null)),
    home: () => means.scene.current?.home(),
    search: means.search,
    labels: () => room.setOptions({ hasLabels: !options.hasLabels }),
    orbits: () => room.setOptions({ hasOrbits: !options.hasOrbits }),
    trueScale: () => room.setOptions({ isTrueScale: !options.isTrueScale }),
    undo: () => tried(room, room.undo()),
    redo: () => tried(room, room.redo()),
    add: () => room.canEdit && means.open('add'),
    clear: () => room.select(null),
    help: () => means.open('help'),
  }
  actions[name]()
}

/** Shows a refusal as a toast, like the steps of others. */
function tried(room: UniverseRoom, work: Promise<void>): void {
  work.catch((caught: unknown) => room.say('Not done:', asProblem(caught).message))
}
