/** Words that say no more than the present tense does: they are blanks to the grammar. Every other word keeps its place. */
export function withoutNow(question: string): string {
  return question.replaceAll(said, (text) => ' '.repeat(text.length))
}

const said = /(?<![\p{L}-])(?:still|currently|right now|at the moment|as of now|at present)(?![\p{L}-])/gu
