import { rewritten, type Idiom } from './idioms.ts'

/** Leaves out words of spoken English that say nothing in a question, and says others plainly. Every other word keeps its place. */
export function withoutLooseTalk(question: string): string {
  return rewritten(question, loose)
}

const nobody = '(?:nobody|no one|no-one|noone)'
const denied = String.raw`\b(?:not|never|\p{L}+n['’]t)`

const hadToBe = String.raw`\b(?:had to be|have to be|has to be|were|was|got|have been|had been|has been) \p{L}+(?: (?:away|out|back|off|up|down))?`

const loose: readonly Idiom[] = [
  // "per member of staff", "each member of the crew"
  { pattern: /\bmembers? of (?:the |our )?(staff|team|crew)\b/gi, plain: '$1' },
  // "average nr of guests"
  { pattern: /\b(?:nr|num|nbr)\.? of\b|\bno\. of\b|(?<!\S)# of\b/gi, plain: 'number of' },
  // "how many tickets has nobody picked up"
  {
    pattern: new RegExp(
      String.raw`\b(?:has|have|had|did) ${nobody}(?: (?:ever|yet))?\b(?! (?:picked|taken|answer|answered|let|open|opened|on|assigned|down|for)\b|\W*$)`,
      'giu',
    ),
    plain: 'are not',
  },
  // "boats nobody has cleaned"
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:that|which|who) )?\b${nobody} (?:has|have|had|did)(?: (?:ever|yet))?(?: been)?\b(?! (?:picked up|taken on|answered)\b)`,
      'giu',
    ),
    plain: 'not',
  },
  // "customers who haven't brought us anything": they did not buy.
  {
    pattern: new RegExp(
      String.raw`(${denied})(?: ever)? (?:brought|bring|given|give|sent|send|handed) us (?:anything|something|any \p{L}+)`,
      'giu',
    ),
    plain: '$1 bought',
  },
  // "never enrolled in anything", "have not used anything at all"
  {
    pattern: new RegExp(
      String.raw`(?<=${denied}(?: \p{L}+){1,3}?) (?:(?:in|of|on|with|from|for|to|at) )?(?:anything|something)\b(?: at all)?`,
      'giu',
    ),
    plain: '',
  },
  // "how many things had to be thrown away this year because they were burnt": those that were burnt.
  {
    pattern: new RegExp(
      String.raw`(?<=\bhow many )(?:items|things|pieces|units) ${hadToBe}((?: (?:this|last) \p{L}+)?),? because (?:they|it) (?:were |was |are |is |had |have |has |got )?([^,?]+)`,
      'giu',
    ),
    plain: '$2$1',
  },
  {
    pattern: new RegExp(
      String.raw`${hadToBe}((?: (?:this|last) \p{L}+)?),? because (?:they|it) (?:were |was |are |is |had |have |has |got )?`,
      'giu',
    ),
    plain: '$1 ',
  },
  // "how much money is overdue"
  { pattern: /(?<=\bhow much) (?:money|cash)(?= (?:is|are|was|were|do|does|have|has)\b)/giu, plain: '' },
  // "how long do people wait to pay"
  { pattern: /(?<=\bhow (?:long|many \p{L}+) .{1,40}\b)wait(?:s|ed)?(?= to \p{L})/giu, plain: 'take' },
  // "which menu has done the most covers"
  { pattern: /\b(has|have|had) done(?= (?:the )?(?:most|least|fewest)\b)/giu, plain: '$1' },
  // "what is booked in for tomorrow"
  {
    pattern: /\b(booked|pencilled|scheduled|logged|signed) in(?= (?:for|on|today|tomorrow|this|next)\b)/giu,
    plain: '$1',
  },
  // "how much is that all together", "how long is it all together"
  { pattern: /\ball together\b/giu, plain: 'altogether' },
  // Politeness.
  {
    pattern:
      /\b(?:by any chance|if possible|if you can|for me|thanks(?: a lot)?|thank you|cheers|quickly tell me|just wondering|i wonder|any idea)\b[,.!]?/giu,
    plain: '',
  },
  // "what do we actually earn", "did anybody ever cancel at all"
  { pattern: /\b(?:actually|basically|roughly|at all|in fact|really)\b/giu, plain: '' },
]
