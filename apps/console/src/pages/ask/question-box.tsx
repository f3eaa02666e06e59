import { useDeferredValue, useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { api } from '../../api/client.ts'
import { starters, type Ontology } from './choices.ts'
import { completionsOf, lookedUpWord, type Completion } from './completions.ts'

interface Props {
  readonly ontology: Ontology | undefined
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAsk: (question: string) => void
  readonly isBusy: boolean
  readonly mayAsk: boolean
}

const comboRoles = { role: 'combobox', autoComplete: 'off', 'aria-autocomplete': 'list' } as const

function comboState(id: string, isExpanded: boolean, active: number) {
  return {
    'aria-expanded': isExpanded,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
  }
}

/** The field for a question, with matching words and values, after the combobox pattern of ARIA. */
export function QuestionBox({ ontology, text, onText, onAsk, isBusy, mayAsk }: Props) {
  const id = useId()
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const offered = useOffers(text, ontology, isOpen, mayAsk)
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const take = (question: string) => {
    onText(question)
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    close()
    const asked = text.trim() || shownIn(ontology)
    if (asked !== '') onAsk(asked)
  }
  const press = (event: KeyboardEvent) => {
    const chosen = offered[active]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    if (step !== undefined && offered.length > 0) setActive((active + step + offered.length) % offered.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) take(chosen.question)
    else return
    event.preventDefault()
  }
  return (
    <form className="ask-form" onSubmit={submit}>
      <label htmlFor={id}>Your question</label>
      <div className="ask-line">
        <div className="ask-combo">
          <input
            id={id}
            value={text}
            maxLength={2000}
            placeholder={shownIn(ontology)}
            {...comboRoles}
            {...comboState(id, offered.length > 0, active)}
            onChange={(event) => {
              onText(event.currentTarget.value)
              setOpen(true)
              setActive(-1)
            }}
            onKeyDown={press}
            onBlur={() => setOpen(false)}
          />
          <Offers id={id} offered={offered} active={active} onTake={take} />
        </div>
        <button type="submit" className="button primary" disabled={isBusy || !mayAsk}>
          Ask
        </button>
      </div>
      {!mayAsk && <p className="small soft">Your role lets you look, not ask. An admin can change that.</p>}
      {text === '' && ontology !== undefined && mayAsk && <Starters ontology={ontology} onAsk={onAsk} />}
    </form>
  )
}

/** What an empty field shows, and what is asked if it stays empty. */
function shownIn(ontology: Ontology | undefined): string {
  return (ontology && starters(ontology)[0]) ?? ''
}

/** The completions, with values from the server. */
function useOffers(
  text: string,
  ontology: Ontology | undefined,
  isOpen: boolean,
  mayAsk: boolean,
): readonly Completion[] {
  const word = useDeferredValue(lookedUpWord(text))
  const found = api.useQuery(
    'get',
    '/api/data-agent/ontologies/{ontology_id}/search',
    { params: { path: { ontology_id: ontology?.id ?? '' }, query: { text: word } } },
    { enabled: isOpen && mayAsk && ontology !== undefined && word !== '', staleTime: 60_000, retry: false },
  )
  const values = (found.data?.matches ?? []).flatMap((match) => match.values).slice(0, 5)
  return isOpen ? completionsOf(text, ontology, values) : []
}

interface OffersProps {
  readonly id: string
  readonly offered: readonly Completion[]
  readonly active: number
  readonly onTake: (question: string) => void
}

function Offers({ id, offered, active, onTake }: OffersProps) {
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label="What fits"
      className="ask-offers"
      hidden={offered.length === 0}
    >
      {offered.map(({ question, title, note }, index) => (
        <li
          key={question}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(question)
          }}
        >
          <span>{title}</span> <span className="small soft">{note}</span>
        </li>
      ))}
    </ul>
  )
}

function Starters({ ontology, onAsk }: { readonly ontology: Ontology; readonly onAsk: Props['onAsk'] }) {
  return (
    <div className="ask-chips" role="group" aria-label="Questions to begin with">
      {starters(ontology).map((question) => (
        <button key={question} type="button" className="chip" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  )
}
