import { fromHtml } from 'hast-util-from-html'
import { htmlOf } from './to-html.ts'
import { isTooLong, markdownOf } from './to-markdown.ts'

/** A top-level block, with the empty paragraphs after it. */
interface Block {
  readonly html: string
  /** Equal for blocks that mean the same. */
  readonly markdown: string
}

/** The most blocks that are compared: the work grows with the square. */
const mostBlocks = 500

/**
 * The HTML for an edited text. A block that reads the same as before keeps its HTML byte for byte, with everything that
 * Markdown cannot say: colours, empty lines, sizes of pictures, merged cells.
 */
export function editedHtml(before: string, markdown: string): string {
  const html = htmlOf(markdown)
  if (isTooLong(before) || isTooLong(html)) return html
  // The caller's text is HTML that was written from Markdown; to compare, the old one is written in the same way.
  const old = blocksOf(before, (part) => markdownOf(htmlOf(markdownOf(part))))
  const wanted = blocksOf(html, markdownOf)
  if (old.length > mostBlocks || wanted.length > mostBlocks) return html
  const kept = sameBlocks(old, wanted)
  return kept.size === 0 ? html : wanted.map((block, place) => kept.get(place) ?? block.html).join('')
}

function blocksOf(html: string, read: (html: string) => string): Block[] {
  const blocks: Block[] = []
  for (const node of fromHtml(html, { fragment: true }).children) {
    const part = html.slice(node.position?.start.offset, node.position?.end.offset)
    const markdown = read(part)
    const last = blocks.at(-1)
    if (last !== undefined && (markdown === '' || last.markdown === ''))
      blocks[blocks.length - 1] = { html: last.html + part, markdown: last.markdown || markdown }
    else blocks.push({ html: part, markdown })
  }
  return blocks
}

/** The HTML of the longest common sequence of blocks, by the place in the wanted text. */
function sameBlocks(old: readonly Block[], wanted: readonly Block[]): Map<number, string> {
  const isSame = (one: number, other: number) => old[one]?.markdown === wanted[other]?.markdown
  /** `longest[i][j]`: how many blocks are the same from `i` of the old and `j` of the wanted text on. */
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(wanted.length + 1))
  const at = (one: number, other: number) => longest[one]?.[other] ?? 0
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = wanted.length - 1; other >= 0; other -= 1)
      longest[one]![other] = isSame(one, other)
        ? at(one + 1, other + 1) + 1
        : Math.max(at(one + 1, other), at(one, other + 1))
  const kept = new Map<number, string>()
  for (let one = 0, other = 0; one < old.length && other < wanted.length;) {
    if (isSame(one, other)) {
      kept.set(other, old[one]?.html ?? '')
      one += 1
      other += 1
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1
    else other += 1
  }
  return kept
}
