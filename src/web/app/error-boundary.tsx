import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

interface Failure {
  error: unknown
}

/** Shows the error panel for what failed to render below it. Only a class can catch that. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <ErrorPanel error={failure.error} onRetry={() => window.location.reload()} />
  }
}
