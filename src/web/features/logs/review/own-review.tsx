import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'
import page from '#web/ui/layout/page.module.css'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { logQuery, type Log } from '../logs.api.ts'
import { ReviewFailed } from './review-failed.tsx'

interface OwnReviewProps {
  title: string
  skeleton: ReactNode
  children: (log: Log, onBack: () => void) => ReactNode
}

/** What only the author does with the review of the address; anybody else is led to the review. */
export function OwnReview({ title, skeleton, children }: OwnReviewProps) {
  const { id = '' } = useParams()
  const back = useBack(paths.review(id))
  const member = useMember()
  const { data: log, isPending, error, refetch } = useQuery(logQuery(id))
  usePageTitle(title)
  if (log && member && log.user._id !== member._id) return <Navigate to={paths.review(id)} replace />
  if (log) return children(log, back)
  return (
    <>
      <TopBar title={title} onBack={back} />
      <div className={page.page} aria-busy={isPending}>
        {isPending ? skeleton : <ReviewFailed error={error} onRetry={refetch} />}
      </div>
    </>
  )
}
