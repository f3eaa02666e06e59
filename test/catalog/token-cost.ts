import table from './o200k/pieces.json' with { type: 'json' }

/**
 * What a text costs in a prompt, in tokens of o200k. The text is cut into pieces as that tokenizer cuts it; no token
 * spans two. For the pieces in the table the count is exact. Any other counts as its bytes, the most it can be, so that
 * the sum is never too low; should that be too harsh, look the piece up with a tokenizer and add it.
 */
export function tokenCost(text: string): number {
  const pieces = text.match(piece) ?? []
  return pieces.reduce((sum, each) => sum + costOf(each), 0)
}

/** Every number of up to three digits is a token of its own. */
function costOf(each: string): number {
  return /^[0-9]{1,3}$/.test(each) ? 1 : (known.get(each) ?? Buffer.byteLength(each))
}

const known = new Map(
  Object.entries(table).flatMap(([cost, pieces]) => pieces.map((each) => [each, Number(cost)])),
)

const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
const lead = String.raw`[^\r\n\p{L}\p{N}]?`
const contraction = `(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]))?`

const piece = new RegExp(
  [
    `${lead}${upper}*${lower}+${contraction}`,
    `${lead}${upper}+${lower}*${contraction}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
)
