import type { Presence } from '../../api/wire.ts'
import { useRoom } from '../live/use-room.ts'

const mostShown = 4

/** The other people here, and what they look at. */
export function People() {
  const room = useRoom('people', 'universe')
  const { people } = room
  if (people.length === 0) return null
  const words = (person: Presence) => {
    const looked = person.following ?? person.selection ?? null
    const name = `${person.name || 'Someone'}${person.client === null ? '' : ` with ${person.client}`}`
    const self = person.userId === room.me.id ? ' (you)' : ''
    return looked === null ? `${name}${self}` : `${name}${self}, looking at ${room.universe.nameOf(looked)}`
  }
  return (
    <ul className="people" aria-label={`Here: ${people.length}`}>
      {people.slice(0, mostShown).map((person) => {
        const looked = person.following ?? person.selection ?? null
        return (
          <li key={`${person.userId} ${person.client ?? ''} ${person.since}`} title={words(person)}>
            <span className="unseen">{words(person)}</span>
            <span aria-hidden="true" className="initials">
              {initials(person.name)}
            </span>
            {looked !== null && person.userId !== room.me.id && (
              <span aria-hidden="true" className="looking">
                {room.universe.nameOf(looked)}
              </span>
            )}
          </li>
        )
      })}
      {people.length > mostShown && <li className="soft">+{people.length - mostShown}</li>}
    </ul>
  )
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map(
    (part) => Array.from(part ?? '').at(0) ?? '',
  )
  return letters.join('').toUpperCase() || '·'
}
