/** The name of a source for people. */
export function sourceName(
  kind: 'file' | 'structured' | 'correction',
  fileName: string | null | undefined,
): string {
  if (fileName !== null && fileName !== undefined) return fileName
  return { file: 'A file without a name', structured: 'Stated facts', correction: 'A correction' }[kind]
}
