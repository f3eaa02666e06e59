/** Has the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** A file name that is valid on every system. */
export function fileName(title: string, ending: string): string {
  const stem = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return `${stem.slice(0, 60) || 'answer'}.${ending}`
}
