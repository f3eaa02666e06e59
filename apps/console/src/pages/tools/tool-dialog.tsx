import { useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { argumentsFrom, fieldsOf, sampleOf } from './tool-input.ts'
import type { ListedTool } from './page.tsx'

interface Answer {
  readonly text: string
  readonly isError: boolean
}

export function ToolDialog({ tool, onClose }: { readonly tool: ListedTool; readonly onClose: () => void }) {
  const fields = fieldsOf(tool.input_schema)
  const roles = tool.roles.join(', ')
  return (
    <Dialog title={tool.title} isWide onClose={onClose}>
      <p>{tool.description}</p>
      <p className="small soft">
        Permission: {tool.needs.join(', ') || 'none'}. Roles: {roles}. About {tool.tokens} tokens.
      </p>
      {fields.length > 0 && (
        <dl className="facts small tool-fields">
          {fields.map(({ name, says, isRequired }) => (
            <FieldRow key={name} name={name} says={says} isRequired={isRequired} />
          ))}
        </dl>
      )}
      {tool.is_allowed ? (
        <TryIt tool={tool} />
      ) : (
        <p>Your role may not call this tool. An admin can change your role on the page “People”.</p>
      )}
    </Dialog>
  )
}

function FieldRow({ name, says, isRequired }: ReturnType<typeof fieldsOf>[number]) {
  return (
    <>
      <dt>
        <code>{name}</code>
        {isRequired && ' *'}
      </dt>
      <dd>{says}</dd>
    </>
  )
}

function TryIt({ tool }: { readonly tool: ListedTool }) {
  const action = useAction()
  const [text, setText] = useState(() => sampleOf(tool.input_schema))
  const [answer, setAnswer] = useState<Answer>()
  const run = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const params = { path: { name: tool.name } }
      const body = { arguments: argumentsFrom(text) }
      const { data } = await client.POST('/api/tools/{name}/calls', { params, body })
      const shown = data?.structured_content ?? data?.content
      setAnswer({ text: JSON.stringify(shown, undefined, 2), isError: data?.is_error === true })
    })
  }
  return (
    <form onSubmit={run}>
      <div className="field">
        <label htmlFor="arguments">Try it here, with these arguments</label>
        <textarea
          id="arguments"
          className="code"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {tool.effect !== 'read' && (
        <p className="small soft">This changes your real data, as a call of a client does.</p>
      )}
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <p>
        <button type="submit" className="button primary" disabled={action.isBusy}>
          Call
        </button>
      </p>
      {answer !== undefined && (
        <div role="status">
          <p>{answer.isError ? 'The tool refused:' : 'Answer:'}</p>
          <CodeBlock code={answer.text} label="the answer" />
        </div>
      )}
    </form>
  )
}
