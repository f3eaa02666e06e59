export interface ShellCommand {
  readonly id: string
  readonly title: string
  /** Other words that find it. */
  readonly words: string
  readonly run: () => void
}

/** Commands whose words begin with each typed word; those whose title begins with the typed text come first. */
export function findCommands(commands: readonly ShellCommand[], typed: string): readonly ShellCommand[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ title, words }) => {
    const known = `${title} ${words}`.toLowerCase().split(/\s+/)
    return wanted.every((part) => known.some((word) => word.startsWith(part)))
  })
  const start = wanted.join(' ')
  return found.toSorted((a, b) => Number(isNamed(b, start)) - Number(isNamed(a, start)))
}

function isNamed({ title }: ShellCommand, start: string): boolean {
  return title.toLowerCase().startsWith(start)
}
