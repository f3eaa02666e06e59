import { useRoom } from '../live/use-room.ts'

/** The latest actions of others. */
export function ToastList() {
  const room = useRoom('toasts')
  return (
    <ul className="toasts" aria-live="polite" aria-label="Just now">
      {room.toasts.map(({ id, who, what, count }) => (
        <li key={id}>
          <span>
            <strong>{who}</strong> {what}
            {count > 1 && <span className="soft"> and {count - 1} more</span>}
          </span>
          <button type="button" className="icon-button" onClick={() => room.dismiss(id)} aria-label="Dismiss">
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
