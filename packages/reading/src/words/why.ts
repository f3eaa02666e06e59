/** "why do people leave" as a question for the reasons that are recorded. Null where nothing is said that people did. */
export function askedForReasons(question: string): string | null {
  const [, verb = '', rest = ''] = why.exec(question.trim().replaceAll(/[?.!\s]+$/g, '')) ?? []
  if (verb === '') return null
  const back = /^(?: (?:things|goods|stuff|it|them|items|articles|products|orders))* back\b/i.exec(rest)
  const isReturn =
    /^return/i.test(verb) ||
    (back !== null && /^(?:send|sent|bring|brought|give|gave|come|came)$/i.test(verb))
  if (isReturn)
    return `reasons for returns${rest.replace(/^.*?(?= (?:this|last|in|since|over|to us)\b|$)/i, '')}`
  if (/^(?:leave|left|go|went|quit|stop|stopped)$/i.test(verb))
    return `reasons for leaving${rest.replace(/^ us\b/i, '')}`
  if (/^cancel/i.test(verb)) return `reasons for cancellations${rest}`
  return null
}

const why =
  /^(?:so |and |but )?(?:why|tell me why|how come|what makes) (?:do |did |have |has |are |were |does )?(?:our |the |some |most |so many )*(?:\p{L}+) (\p{L}+)( .*)?$/iu
