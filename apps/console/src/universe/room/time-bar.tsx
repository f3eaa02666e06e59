import { useRef } from 'react'
import { momentWords, presentTime } from '../moment-words.ts'
import { scrubWindow, timeScales } from '../viewing-time.ts'
import { useRoom, useViewing, useViewingTime } from '../live/use-room.ts'

/** The viewing time and how it runs. */
export function TimeBar() {
  const room = useRoom('universe')
  const viewing = useViewing(room)
  const time = useViewingTime(room, 200)
  const { hasCalendar } = room.universe
  return (
    <section className="time-bar" aria-label="Time">
      <div className="time-row">
        <button
          type="button"
          className="play"
          onClick={() => viewing.play(!viewing.isPlaying)}
          aria-label={viewing.isPlaying ? 'Pause' : 'Play'}
          title="Play or pause (Space)"
        >
          <PlayMark isPlaying={viewing.isPlaying} />
        </button>
        <output className="moment" aria-label="Moment">
          {momentWords(time, hasCalendar)}
        </output>
        <select
          aria-label="Speed"
          value={viewing.step}
          onChange={(event) => viewing.setStep(Number(event.currentTarget.value))}
        >
          {timeScales.map(({ words }, step) => (
            <option key={words} value={step}>
              {words} / s
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-pressed={viewing.isReverse}
          onClick={() => viewing.setReverse(!viewing.isReverse)}
          title="Turn time round (R)"
        >
          Reverse
        </button>
        {hasCalendar && (
          <button
            type="button"
            onClick={() => viewing.goTo(presentTime(Date.now()))}
            title="Go to the present (N)"
          >
            Now
          </button>
        )}
        {viewing.isDetached && (
          <button type="button" onClick={() => viewing.rejoin()} title="Back to the universe’s own time (S)">
            Shared time
          </button>
        )}
      </div>
      <Scrubber time={time} words={momentWords(time, hasCalendar)} />
    </section>
  )
}

function Scrubber({ time, words }: { readonly time: number; readonly words: string }) {
  const room = useRoom()
  const viewing = useViewing(room)
  const anchor = useRef(time)
  const range = scrubWindow(anchor.current, time, viewing.rate)
  anchor.current = range.anchor
  return (
    <input
      type="range"
      className="scrubber"
      aria-label="Moment, a hundred seconds of play either way"
      aria-valuetext={words}
      min={-1000}
      max={1000}
      value={Math.round(((time - range.anchor) / (range.to - range.anchor)) * 1000)}
      onChange={(event) =>
        viewing.goTo(range.anchor + (Number(event.currentTarget.value) / 1000) * (range.to - range.anchor))
      }
    />
  )
}

function PlayMark({ isPlaying }: { readonly isPlaying: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {isPlaying ? <path d="M4 3h3v10H4zM9 3h3v10H9z" /> : <path d="M4 2.5v11l9.5-5.5z" />}
    </svg>
  )
}
