import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

export interface FailedStateProps {
  text: string
  retryLabel: string
  onRetry: () => unknown
}

/** An empty view whose content did not come, and the way to ask for it again. */
export function FailedState({ text, retryLabel, onRetry }: FailedStateProps) {
  return (
    <EmptyState
      text={text}
      action={
        <Button variant="secondary" size="sm" onClick={() => void onRetry()}>
          {retryLabel}
        </Button>
      }
    />
  )
}
