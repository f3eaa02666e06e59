export type ShortcutName =
  | 'play'
  | 'faster'
  | 'slower'
  | 'reverse'
  | 'now'
  | 'rejoin'
  | 'fly'
  | 'follow'
  | 'home'
  | 'search'
  | 'labels'
  | 'orbits'
  | 'trueScale'
  | 'undo'
  | 'redo'
  | 'add'
  | 'clear'
  | 'help'

interface Shortcut {
  readonly name: ShortcutName
  readonly key: string
  /** The name of the key in the list. */
  readonly shown?: string
  readonly words: string
}

export const shortcuts: readonly Shortcut[] = [
  { name: 'play', key: ' ', shown: 'Space', words: 'Play or pause' },
  { name: 'slower', key: ',', words: 'Slower' },
  { name: 'faster', key: '.', words: 'Faster' },
  { name: 'reverse', key: 'r', words: 'Turn time round' },
  { name: 'now', key: 'n', words: 'Go to the present' },
  { name: 'rejoin', key: 's', words: 'Back to the shared time' },
  { name: 'fly', key: 'g', words: 'Fly to the chosen body (in the tree: Enter)' },
  { name: 'follow', key: 'f', words: 'Follow the chosen body, or stop' },
  { name: 'home', key: 'h', words: 'Show everything' },
  { name: 'search', key: '/', words: 'Search for a body' },
  { name: 'labels', key: 'l', words: 'Names on or off' },
  { name: 'orbits', key: 'o', words: 'Orbits on or off' },
  { name: 'trueScale', key: 't', words: 'True scale on or off' },
  { name: 'add', key: 'a', words: 'Add a body' },
  { name: 'undo', key: 'z', words: 'Undo your last step' },
  { name: 'redo', key: 'Z', shown: 'Shift Z', words: 'Redo it' },
  { name: 'clear', key: 'Escape', shown: 'Esc', words: 'Choose nothing' },
  { name: 'help', key: '?', words: 'This list' },
]

export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The shortcut of a key press. None while somebody types, or when the browser or a control uses the key. */
export function shortcutFor(pressed: Pressed, target: string, isEditable: boolean): ShortcutName | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  if (isEditable && pressed.key !== 'Escape') return undefined
  if (pressed.key === ' ' && /^(?:BUTTON|A|SUMMARY|SELECT)$/.test(target)) return undefined
  return shortcuts.find(({ key }) => key === pressed.key)?.name
}
