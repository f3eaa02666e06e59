interface Props {
  readonly canCreate: boolean
  readonly onCreate: () => void
}

/** How to create the first universe: by hand, or with an assistant. */
export function EmptyState({ canCreate, onCreate }: Props) {
  const address = `${window.location.origin}/mcp`
  return (
    <section>
      <p>
        A universe is a model of stars, planets and what goes round them. You and your assistants build it
        together, and everyone who looks at it sees each change at once. You have none yet.
        {!canCreate &&
          ' Your role lets you look at those that are shared with you, not make one. An admin can change that.'}
      </p>
      {canCreate && <Ways address={address} onCreate={onCreate} />}
    </section>
  )
}

function Ways({ address, onCreate }: { readonly address: string; readonly onCreate: () => void }) {
  return (
    <>
      <p>
        <button type="button" className="button primary" onClick={onCreate}>
          New universe
        </button>
      </p>
      <h2>Or let an assistant build one</h2>
      <ol className="steps">
        <li>
          Connect your assistant to <code>{address}</code>
        </li>
        <li>
          Say to it, for example:
          <blockquote>
            Create a universe called “Twin suns” with two stars that circle each other, four planets around
            the pair, one of them with rings, and an asteroid belt.
          </blockquote>
        </li>
        <li>It appears in this list. Open it and watch it grow.</li>
      </ol>
    </>
  )
}
