import type { ReactNode } from 'react'
import { unescaped } from './unescaped.ts'

/** The text of an answer. Of Markdown only paragraphs, lists and bold are supported. */
export function Narrative({ text }: { readonly text: string }) {
  return <div className="narrative">{blocksOf(text).map((block, index) => blockView(block, index))}</div>
}

/**
 * Without the parts that the page shows elsewhere: the heading, which is that of the chart; the table with the lines
 * before and after it; the assumptions.
 */
function blocksOf(text: string): readonly string[] {
  const blocks = text.split(/\n{2,}/).filter((block) => block !== '')
  const isTable = (block: string | undefined) => block?.startsWith('| ') === true
  return blocks.filter(
    (block, index) =>
      !/^(?:## |\*\*(?:Assumed|Understood):\*\*)/.test(block) &&
      !isTable(block) &&
      !(block.endsWith(':') && isTable(blocks[index + 1])) &&
      !(block.startsWith('…') && isTable(blocks[index - 1])),
  )
}

function blockView(block: string, key: number): ReactNode {
  const lines = block.split('\n')
  const items = (mark: RegExp) =>
    lines.map((line, index) => <li key={index}>{spans(line.replace(mark, ''))}</li>)
  if (lines.every((line) => line.startsWith('- '))) return <ul key={key}>{items(/^- /)}</ul>
  if (lines.every((line) => /^\d+\. /.test(line))) return <ol key={key}>{items(/^\d+\. /)}</ol>
  return <p key={key}>{spans(lines.join(' '))}</p>
}

function spans(text: string): ReactNode[] {
  return text.split(/\*\*(.+?)\*\*/).map((part, index) => {
    const plain = unescaped(part)
    return index % 2 === 1 ? <strong key={index}>{plain}</strong> : plain
  })
}
