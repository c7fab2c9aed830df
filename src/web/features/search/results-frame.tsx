import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MorePages, type Pages } from '#web/features/paging/paged-list.tsx'
import { useOnline } from '#web/lib/use-online.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './results-frame.module.css'

export interface ResultsProps {
  query: string
  /** The answer for this query is here. */
  onAnswer: (query: string) => void
}

/** What a frame needs to know of the query behind it. */
interface Answer {
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

interface FrameProps extends ResultsProps {
  answer: Answer
  /** The same query where it has pages. */
  pages?: Pages
  /** Undefined while there is nothing to show. */
  count: number | undefined
  empty: string
  skeleton: ReactNode
  children: ReactNode
}

/**
 * What the five kinds of results have in common: the line above them, the count for screen readers, what
 * shows while there are none, and the way to more. A failed search shows the empty text, without a network it
 * says so.
 */
export function ResultsFrame({
  query,
  onAnswer,
  answer,
  pages,
  count,
  empty,
  skeleton,
  children,
}: FrameProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const { isError, isPlaceholderData: isOlder } = answer
  const known = count ?? (isError ? 0 : undefined)
  const answered = known !== undefined && !isOlder
  const succeeded = count !== undefined && !isOlder
  const tell = useEffectEvent(onAnswer)
  useEffect(() => {
    if (succeeded) tell(query)
  }, [succeeded, query])
  const withoutNetwork = !online && count === undefined
  return (
    <div aria-busy={!answered && !withoutNetwork}>
      <p className={styles.showing}>
        {t('search.showing')} <bdi className={styles.query}>{t('search.quoted', { query })}</bdi>
      </p>
      <VisuallyHidden>
        <span role="status">{answered && !withoutNetwork ? t('search.results', { count: known }) : ''}</span>
      </VisuallyHidden>
      {withoutNetwork ? (
        <LoadFailed text={t('search.offline')} onRetry={answer.refetch} />
      ) : known === undefined ? (
        skeleton
      ) : (
        <>
          {known === 0 ? <EmptyState text={empty} /> : children}
          {isOlder || pages === undefined ? null : <MorePages key={query} pages={pages} />}
        </>
      )}
    </div>
  )
}
