import { tidy } from './shared-words.ts'

/**
 * "split of orders by channel in %", "how is revenue split between branches, in percent", "how much does each branch contribute to sales in
 * percent": each group's part of the whole, said as a share.
 */
export function withSplitsSaid(question: string): string {
  const text = tidy(question.replace(/\s*[?!.]+$/, ''))
  const asksPercent = inPercent.test(text)
  const plain = tidy(text.replace(inPercent, ' '))
  for (const { pattern, needsPercent = true } of forms) {
    const found = pattern.exec(plain)?.groups
    if (found === undefined || (needsPercent && !asksPercent)) continue
    const { of = '', by = '', rest = '' } = found
    return tidy(`share of ${of.replace(/^(?:the|our) /i, '')} in percent per ${by} ${rest}`)
  }
  return question
}

const percent = String.raw`(?:percent(?:age)?s?|per cent|pct|%)`
const inPercent = new RegExp(
  String.raw`,?\s*(?<!\p{L})(?:in|as an?|as) ${percent}(?![\p{L}])(?! of\b),?|,?\s%$`,
  'iu',
)
const split = '(?:split|breakdown|distribution|mix|composition)'
const divided = '(?:split|divided|distributed|spread|broken down|shared)'
const noun = String.raw`\p{L}+(?: \p{L}+)??`
const rest = String.raw`(?<rest>(?:,? (?:this|last|in|since|for|so far|during|from|between|over|on|at|of|\d).*)?)`

const forms: readonly { readonly pattern: RegExp; readonly needsPercent?: boolean }[] = [
  form(
    String.raw`(?:the )?(?:percentage|percent|%|percentual) ${split} of (?<of>.+?) (?:by|per|over|across|between|among) (?:the )?(?<by>${noun})${rest}`,
    false,
  ),
  form(
    String.raw`(?:the )?${split} of (?<of>.+?) (?:by|per|over|across|between|among) (?:the )?(?<by>${noun})${rest}`,
  ),
  form(
    String.raw`(?<of>${noun}) ${split} (?:by|per|over|across|between|among) (?:the )?(?<by>${noun})${rest}`,
  ),
  form(String.raw`(?<by>${noun}) ${split} of (?<of>${noun})${rest}`),
  form(
    String.raw`how (?:is|are|was|were|do|does|did) (?<of>.+?) (?:get )?${divided}(?: up)? (?:by|between|among|across|over|per) (?:the |our )?(?<by>${noun})${rest}`,
  ),
  form(
    String.raw`how much (?:do|does|did) (?:each|every) (?<by>${noun}) (?:contribute|add|bring|give) to (?<of>${noun})${rest}`,
  ),
  form(
    String.raw`(?<of>${noun}) (?<rest>(?:this|last|in|since) .+?):? (?:share|percentage) (?:per|by|of each) (?<by>${noun})`,
    false,
  ),
]

function form(pattern: string, needsPercent = true): { pattern: RegExp; needsPercent: boolean } {
  return {
    pattern: new RegExp(`^(?:(?:what is|show me|show|give me) )?(?:the |our )?${pattern}$`, 'iu'),
    needsPercent,
  }
}
