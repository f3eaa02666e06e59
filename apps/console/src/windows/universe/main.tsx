import { useMemo } from 'react'
import type { UniverseState } from '../../api/wire.ts'
import { flatPicture } from './flat-picture.ts'
import { LocalUniverse } from '../../universe/local-universe.ts'
import { openWindow, type ViewProps } from '../open-window.tsx'
import { useUniverse } from './use-universe.ts'
import './universe.css'

/** A universe from above. It follows the changes of others by calling the tool again through the client. */
function UniverseWindow(given: ViewProps) {
  const { state, summary, problem, retry } = useUniverse(given)
  return (
    <>
      {summary !== undefined && <h1 className="window-title">{summary.name}</h1>}
      {problem !== undefined && (
        <p className="note bad" role="alert">
          {problem}{' '}
          <button type="button" className="link" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {state !== undefined && <Picture state={state} />}
      {state === undefined && problem === undefined && (
        <p className="soft">
          {summary?.isLarge === true
            ? `${summary.bodies.toLocaleString()} bodies are too many for this window. Open the universe in Quipu to see them.`
            : 'Reading the universe …'}
        </p>
      )}
    </>
  )
}

function Picture({ state }: { readonly state: UniverseState }) {
  const { dots, orbits, box } = useMemo(() => flatPicture(LocalUniverse.of(state), state.time), [state])
  const count = Object.keys(state.stars).length
  const words = `${count.toLocaleString()} ${count === 1 ? 'body' : 'bodies'}`
  if (count === 0) return <p className="soft">There is nothing in this universe yet.</p>
  return (
    <figure className="flat">
      <svg
        viewBox={`${box.x} ${box.y} ${box.size} ${box.size}`}
        role="img"
        aria-label={`${words}, from above`}
      >
        {orbits.map(({ id, line }) => (
          <path key={id} d={line} />
        ))}
        {dots.map(({ body, x, y, radius, isNamed }) => (
          <g key={body.id}>
            <circle cx={x} cy={y} r={radius} fill={body.color}>
              <title>{body.name}</title>
            </circle>
            {isNamed && (
              <text x={x} y={y - radius - box.size / 90} fontSize={box.size / 34}>
                {body.name.length > 24 ? `${body.name.slice(0, 23)}…` : body.name}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="small soft">{words}</figcaption>
    </figure>
  )
}

openWindow(UniverseWindow)
