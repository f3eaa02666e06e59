/** A quoted name, valid in all dialects. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
