import { Dialog } from '../../ui/dialog.tsx'
import { shortcuts } from './shortcuts.ts'

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(({ name, key, shown, words }) => (
          <div key={name}>
            <dt>
              <kbd>{shown ?? key.toUpperCase()}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="small soft">
        In the picture: arrow keys turn it, with Shift they move it, + and − bring it nearer or farther. With
        a mouse or fingers: drag to turn, Shift-drag or right button to move, wheel or pinch to zoom,
        double-click to fly to a body.
      </p>
    </Dialog>
  )
}
