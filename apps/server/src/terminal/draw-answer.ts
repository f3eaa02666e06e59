import { z } from 'zod'
import { drawBars } from './draw-bars.ts'
import { drawTable } from './draw-table.ts'
import { plainLine } from './text-width.ts'

const Chart = z.looseObject({
  type: z.enum(['bar', 'line', 'pie', 'scatter']),
  title: z.string(),
  categories: z.array(z.string()).optional(),
  series: z.array(z.looseObject({ label: z.string(), data: z.array(z.number().nullable()) })).optional(),
  slices: z.array(z.looseObject({ label: z.string(), value: z.number() })).optional(),
})

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The data agent's answer over REST; fields that are not drawn are passed on to programs. */
export const AskAnswer = z.looseObject({
  content: z.array(z.looseObject({ text: z.string() })),
  answer: z.looseObject({
    status: z.enum(['answered', 'clarification', 'cannot_answer']),
    restatement: z.string().optional(),
    sql: z.string().optional(),
    columns: z
      .array(z.looseObject({ label: z.string(), type: z.string(), period: z.string().optional() }))
      .default([]),
    rows: z.array(z.array(Cell)).default([]),
    row_count: z.number().optional(),
    made_from: z
      .looseObject({
        dataset: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(Cell)),
        row_count: z.number(),
      })
      .optional(),
    charts: z.array(Chart).default([]),
    caveats: z.array(z.string()).default([]),
    assumptions: z.array(z.looseObject({ says: z.string(), changes_numbers: z.boolean() })).default([]),
    questions: z
      .array(z.looseObject({ label: z.string(), question: z.string(), suggestions: z.array(z.string()) }))
      .default([]),
    conversation_id: z.string(),
  }),
})
export type AskAnswer = z.infer<typeof AskAnswer>

interface Options {
  readonly width: number
  readonly sql: boolean
  /** How many rows to show at most. */
  readonly rows?: number | undefined
}

/**
 * An answer for people: how the question was understood, the rows, what they say, their sources, the first chart, what
 * to mind.
 */
export function drawAnswer({ content, answer }: AskAnswer, options: Options): string {
  const parts =
    answer.status === 'clarification'
      ? [clarification(answer.questions)]
      : [
          answer.restatement === undefined ? '' : `Understood as: ${plainLine(answer.restatement)}`,
          answer.columns.length > 0
            ? drawTable(answer.columns, answer.rows, options.width, {
                total: answer.row_count,
                most: options.rows,
              })
            : '',
          withoutMarks(withoutRestatement(content[0]?.text ?? '', answer.restatement)),
          madeFrom(answer, options.width),
          answer.charts[0] === undefined ? '' : (drawBars(answer.charts[0], options.width) ?? ''),
          notes(answer, content[0]?.text ?? ''),
          options.sql && answer.sql !== undefined ? answer.sql.replaceAll(/[^\P{Cc}\n]/gu, ' ') : '',
        ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The person's own rows behind the answer, with their ids and places. */
function madeFrom({ made_from: made }: AskAnswer['answer'], width: number): string {
  if (made === undefined || made.rows.length === 0) return ''
  const { dataset, columns, rows, row_count: total } = made
  const heading = `Made from ${total} ${total === 1 ? 'row' : 'rows'} of ${plainLine(dataset)}:`
  const table = drawTable(
    columns.map((label) => ({ label, type: 'text' })),
    rows,
    width,
    { total },
  )
  return `${heading}\n\n${table}`
}

function clarification(questions: AskAnswer['answer']['questions']): string {
  return [
    'Before this can be answered:',
    ...questions.map(
      ({ question, suggestions }) =>
        `\n${plainLine(question)}\n${suggestions.map((each) => `  - ${plainLine(each)}`).join('\n')}`,
    ),
    `\nAsk again with the answer after the question, such as ${bracketed(questions)}, or with --assume.`,
  ].join('\n')
}

function bracketed(questions: AskAnswer['answer']['questions']): string {
  return questions
    .map(({ label, suggestions }) => `[${plainLine(label)}: ${plainLine(suggestions[0] ?? '…')}]`)
    .join(' ')
}

/** Findings of the checks are marked. Assumptions that change the figures, and what words were taken for, are in the narrative, the others here. */
function notes({ caveats, assumptions }: AskAnswer['answer'], narrative: string): string {
  const remarks = assumptions
    .filter(({ changes_numbers: isChange, says }) => !isChange && !narrative.includes(`\n- ${says}`))
    .map(({ says }) => says)
  return [
    ...caveats.map((each) => `⚠ ${plainLine(each)}`),
    ...remarks.map((each) => `· ${plainLine(each)}`),
  ].join('\n')
}

/** How the question was understood stands above; an assumption about it need not repeat it. */
function withoutRestatement(text: string, restatement: string | undefined): string {
  return restatement === undefined ? text : text.replaceAll(`Read as: ${restatement}. `, '')
}

/** Markdown as a terminal shows it best: without its marks and its tables, for these are drawn beside it. */
function withoutMarks(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !line.startsWith('|') && !/^(?:… and [\d,]+ more|\*\*Made from )/.test(line))
    .map((line) =>
      plainLine(line)
        .replace(/^#+\s*/, '')
        .replaceAll(/\*\*(.+?)\*\*/g, '$1')
        .replaceAll(/\\([\\`*_[\]#|~:])/g, '$1')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
