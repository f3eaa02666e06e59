import { useRoom } from '../live/use-room.ts'

/** Options for what the picture shows. */
export function ViewOptionBar({ onHome }: { readonly onHome: () => void }) {
  const room = useRoom('options', 'selection', 'universe')
  const { options, selection, following } = room
  const chosen = selection !== null && room.universe.bodies.has(selection) ? selection : null
  return (
    <div className="view-options" role="toolbar" aria-label="View">
      <button type="button" onClick={onHome} title="Show everything (H)">
        All
      </button>
      {chosen !== null && chosen !== following && (
        <button type="button" onClick={() => room.flyTo(chosen)} title="Fly to it (G)">
          Fly to {room.universe.nameOf(chosen)}
        </button>
      )}
      {following !== null && (
        <button
          type="button"
          aria-pressed="true"
          onClick={() => room.follow(null)}
          title="Stop following (F)"
        >
          Following {room.universe.nameOf(following)}
        </button>
      )}
      <span className="gap" />
      {switches.map(({ name, words, key }) => (
        <button
          key={name}
          type="button"
          aria-pressed={options[name]}
          onClick={() => room.setOptions({ [name]: !options[name] })}
          title={`${words} on or off (${key})`}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

const switches = [
  { name: 'hasLabels', words: 'Names', key: 'L' },
  { name: 'hasOrbits', words: 'Orbits', key: 'O' },
  { name: 'isTrueScale', words: 'True scale', key: 'T' },
] as const
