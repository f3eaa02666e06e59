import { useId } from 'react'
import { dayWords, positionOf, type Scale } from './as-of-scale.ts'
import type { Entity } from './page.tsx'

interface Props {
  readonly entity: Entity
  readonly at: string | undefined
  readonly known: string | undefined
  readonly onChange: (search: Readonly<Record<string, string | undefined>>) => void
}

/** A slider over the times at which something was observed or learned; its end is now. */
export function AsOf({ entity, at, known, onChange }: Props) {
  const id = useId()
  const scale: Scale = known === undefined ? 'at' : 'known_at'
  const moments = scale === 'at' ? entity.observed_at : entity.learned_at
  const chosen = scale === 'at' ? at : known
  const position = positionOf(moments, chosen)
  if (entity.observed_at.length < 2 && entity.learned_at.length < 2) return null
  const choose = (index: number, on: Scale = scale) => {
    const list = on === 'at' ? entity.observed_at : entity.learned_at
    const moment = index >= list.length ? undefined : list[index]
    onChange({ at: on === 'at' ? moment : undefined, known_at: on === 'known_at' ? moment : undefined })
  }
  const words = position >= moments.length ? 'Now' : dayWords(moments[position] ?? '')
  return (
    <div className="as-of">
      <label htmlFor={id}>{scale === 'at' ? 'As it was' : 'As you knew it'}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={moments.length}
        value={position}
        aria-valuetext={words}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <output htmlFor={id}>{words}</output>
      <button
        type="button"
        className="link small"
        onClick={() =>
          choose(
            Math.max(0, entity[scale === 'at' ? 'learned_at' : 'observed_at'].length - 1),
            scale === 'at' ? 'known_at' : 'at',
          )
        }
      >
        {scale === 'at' ? 'By when you learned it' : 'By when it was so'}
      </button>
      {chosen !== undefined && (
        <button type="button" className="link small" onClick={() => choose(moments.length)}>
          Back to now
        </button>
      )}
    </div>
  )
}
