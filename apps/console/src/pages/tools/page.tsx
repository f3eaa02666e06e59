import { api } from '../../api/client.ts'
import type { AnswerOf } from '../../api/answers.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ToolDialog } from './tool-dialog.tsx'
import './tools.css'

export type ListedTool = AnswerOf<'/api/tools'>['tools'][number]

/** The catalogue as a client sees it, with a form to try each tool. */
export function Page() {
  const listed = api.useQuery('get', '/api/tools')
  const [search, setSearch] = useSearch()
  const wanted = (search['q'] ?? '').toLowerCase()
  const columns = columnsFor((tool) => setSearch({ tool }))
  return (
    <PageFrame
      title="Tools"
      about="What a client of this server is offered, and about what each tool costs in tokens."
    >
      <Card>
        <Field label="Find" type="search" value={search['q'] ?? ''} onText={(q) => setSearch({ q })} />
        <Loaded query={listed} lines={8}>
          {({ tools, fingerprint }) => {
            const found = tools.filter((tool) => textOf(tool).includes(wanted))
            const open = tools.find(({ name }) => name === search['tool'])
            return (
              <>
                <p className="soft">
                  {found.length} of {tools.length} tools. Fingerprint{' '}
                  <code title={fingerprint}>{fingerprint.slice(0, 16)}</code>: it changes with any name,
                  description or schema of a tool.
                </p>
                <DataTable label="Tools" columns={columns} rows={found} keyOf={({ name }) => name} />
                {open !== undefined && (
                  <ToolDialog tool={open} onClose={() => setSearch({ tool: undefined })} />
                )}
              </>
            )
          }}
        </Loaded>
      </Card>
    </PageFrame>
  )
}

function textOf({ name, title, description }: ListedTool): string {
  return `${name} ${title} ${description}`.toLowerCase()
}

const tones = { read: 'plain', write: 'warn', destructive: 'bad' } as const

function columnsFor(open: (name: string) => void): readonly Column<ListedTool>[] {
  return [
    {
      key: 'name',
      title: 'Tool',
      cell: ({ name }) => (
        <button type="button" className="link" onClick={() => open(name)}>
          {name}
        </button>
      ),
      sortBy: ({ name }) => name,
    },
    { key: 'title', title: 'Title', cell: ({ title }) => title, sortBy: ({ title }) => title },
    { key: 'module', title: 'Module', cell: ({ module }) => module, sortBy: ({ module }) => module },
    {
      key: 'effect',
      title: 'Effect',
      cell: ({ effect }) => <Badge tone={tones[effect]}>{effect}</Badge>,
      sortBy: ({ effect }) => effect,
    },
    {
      key: 'tokens',
      title: 'Tokens',
      cell: ({ tokens }) => tokens,
      sortBy: ({ tokens }) => tokens,
      isNumber: true,
    },
    {
      key: 'may',
      title: 'You',
      cell: ({ is_allowed: isAllowed }) => (isAllowed ? 'may call it' : 'may not'),
      sortBy: ({ is_allowed: isAllowed }) => Number(isAllowed),
    },
  ]
}
