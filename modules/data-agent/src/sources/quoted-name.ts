/** A name between quotes, as all three dialects read it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
