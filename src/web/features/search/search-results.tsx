import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { filmSearchQuery, memberSearchQuery } from './search.api.ts'
import styles from './search-results.module.css'

interface ResultsProps {
  query: string
  /** The answer for this query is here. */
  onAnswer: (query: string) => void
}

interface FrameProps extends ResultsProps {
  /** Undefined while the first answer is on its way. */
  count: number | undefined
  /** What is shown belongs to an earlier query. */
  isOlder: boolean
  empty: string
  skeleton: ReactNode
  children: ReactNode
}

function Frame({ query, count, isOlder, empty, skeleton, onAnswer, children }: FrameProps) {
  const { t } = useTranslation()
  const answered = count !== undefined && !isOlder
  const tell = useEffectEvent(onAnswer)
  useEffect(() => {
    if (answered) tell(query)
  }, [answered, query])
  return (
    <div aria-busy={!answered}>
      <p className={styles.showing}>
        {t('search.showing')} <bdi className={styles.query}>{t('search.quoted', { query })}</bdi>
      </p>
      <VisuallyHidden>
        <span role="status">{answered ? t('search.results', { count }) : ''}</span>
      </VisuallyHidden>
      {count === undefined ? (
        skeleton
      ) : (
        <div className={styles.results} data-older={isOlder}>
          {count === 0 ? <EmptyState text={empty} /> : children}
        </div>
      )}
    </div>
  )
}

export function FilmResults(props: ResultsProps) {
  const { t } = useTranslation()
  const { data, isError, isPlaceholderData } = useQuery(filmSearchQuery(props.query))
  const films = data?.results ?? (isError ? [] : undefined)
  return (
    <Frame
      {...props}
      count={films?.length}
      isOlder={isPlaceholderData}
      empty={t('search.noResults')}
      skeleton={<SkeletonGrid count={12} />}
    >
      <FilmGrid films={films ?? []} variant="captions" eagerCount={6} />
    </Frame>
  )
}

export function MemberResults(props: ResultsProps) {
  const { t } = useTranslation()
  const { data, isError, isPlaceholderData } = useQuery(memberSearchQuery(props.query))
  const members = data ?? (isError ? [] : undefined)
  return (
    <Frame
      {...props}
      count={members?.length}
      isOlder={isPlaceholderData}
      empty={t('search.noUsers')}
      skeleton={
        <div className={styles.members} aria-hidden="true">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} height="4rem" radius="var(--radius-card)" />
          ))}
        </div>
      }
    >
      <ul className={styles.members}>
        {members?.map((member) => (
          <li key={member._id}>
            <MemberRow member={member} />
          </li>
        ))}
      </ul>
    </Frame>
  )
}
