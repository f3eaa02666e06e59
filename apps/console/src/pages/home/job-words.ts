interface JobWords {
  readonly words: string
  /** The page that shows its result. */
  readonly path: string
}

const known: Readonly<Record<string, JobWords>> = {
  'data-agent.introspect': { words: 'Reading your data', path: '/app/data' },
  'truth.interpret': { words: 'Reading a document', path: '/app/truth' },
  'truth.delete-file': { words: 'Erasing a file', path: '/app/truth' },
}

/** A job in words. A job that is not listed here keeps its own name. */
export function jobWords(kind: string): JobWords {
  return known[kind] ?? { words: kind, path: '/app/activity' }
}
