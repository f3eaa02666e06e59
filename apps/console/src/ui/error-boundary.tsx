import { Component, type ReactNode } from 'react'
import { PageFailedNote } from './page-failed-note.tsx'

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
        <PageFailedNote />
      </div>
    )
  }
}
