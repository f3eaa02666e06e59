/** "waiting to be picked up", "yet to be shipped": what has not happened. Every other word keeps its place. */
export function withNotYet(question: string): string {
  return question.replaceAll(waiting, (text) => 'not'.padEnd(text.length))
}

const waiting =
  /(?<![\p{L}-])(?:still )?(?:waiting|yet|still|left|remaining|remain|remains|(?:have|has) yet) to (?:be|get)(?![\p{L}-])/giu
