import { useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { ErrorPanel } from './error-panel.tsx'

/** A route that failed. Data is asked for again; missing code needs the page anew. */
export function ErrorPage() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  const isData = error instanceof ApiError
  const retry = () => {
    if (isData) void revalidator.revalidate()
    else window.location.reload()
  }
  return <ErrorPanel error={error} busy={revalidator.state === 'loading'} onRetry={retry} />
}
