import { Component, type ReactNode } from 'react'

interface State {
  readonly hasFailed: boolean
}

/** Shows a message instead of an empty page when rendering fails. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="page">
        <div className="note bad" role="alert">
          <p>This page has failed. Nothing that was saved is lost.</p>
          <p>
            <button type="button" className="link" onClick={() => window.location.reload()}>
              Load it again
            </button>
          </p>
        </div>
      </div>
    )
  }
}
