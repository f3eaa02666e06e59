/** Puts in front what stands at the other end: "late deliveries this year, how many?" asks how many, "this year, customers with …" ends with its period. */
export function withAskFirst(question: string): string {
  const counted = countLast.exec(question)
  const asked = counted === null ? question : `how many ${counted[1] ?? ''}`
  return asked.replace(
    periodFirst,
    (_, period: string, rest: string, end: string) => `${rest} ${period.toLowerCase()}${end}`,
  )
}

const countLast =
  /^\W*(?!(?:how|what|which|who|when|where|is|are|do|does|did)\b)((?:\p{L}|\d)[^?,;]*?(?:,[^?,;]*)?)(?:,| -| –|:)? how many(?: (?:are|were) (?:there|they))?\W*$/iu
const periodFirst =
  /^((?:(?:so far )?(?:this|last) (?:year|month|week|quarter))),? ((?!(?:vs|versus|against|compared|and|to|so far|until|by)\b).+?)(\W*)$/iu
