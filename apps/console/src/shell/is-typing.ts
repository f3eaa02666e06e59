/** Whether the focused element uses the key: a field, or a dialog. A check box takes no letters. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]',
    ) !== null
  )
}
