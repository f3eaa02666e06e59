/** Writes contractions as they are written in full or with their apostrophe: "havent", "whats". */
export function withApostrophes(question: string): string {
  return question
    .replaceAll(negated, (_, verb: string) => `${verb}n't`)
    .replaceAll(asked, (_, word: string) => `${word} is`)
    .replaceAll(have, (_, who: string) => `${who} have`)
}

const negated =
  /(?<![\p{L}'’-])(has|have|had|do|does|did|is|are|was|were|could|would|should)nt(?![\p{L}'’-])/giu
const asked = /(?<![\p{L}'’-])(what|who|where|when|how|that|there)s(?![\p{L}'’-])/giu
const have = /(?<![\p{L}'’-])(we|they|you)(?:['’]?ve)(?![\p{L}'’-])/giu
