/** Words that say no more than the present tense does: they are blanks to the grammar. Every other word keeps its place. */
export function withoutNow(question: string): string {
  return question.replaceAll(said, (text) => ' '.repeat(text.length))
}

const said = /(?<![\p{L}-])(?:still|currently|right now|at the moment|as of now|at present)(?![\p{L}-])/gu

/** "still open", "still in the cellar", "we still have": the present tense says it all. "Still to be sent" and "still have to" are not open to this. */
export function withoutStill(question: string, isState: (word: string) => boolean): string {
  return question.replaceAll(beforeState, (text, word: string) =>
    isState(word.toLowerCase()) ? ' '.repeat(text.length) : text,
  )
}

// "who still has credits" means more than none.
const beforeState =
  /(?<![\p{L}-])still(?! \p{L}+ to\b)(?! (?:have|has) (?!no\b|not\b|none\b|nobody\b|in\b|on\b|at\b|out\b|here\b|there\b))(?= (\p{L}+))/giu
