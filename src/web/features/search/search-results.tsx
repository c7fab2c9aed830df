import type { PersonRole } from '#shared/api/people.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { filmSearchQuery, foundFilms } from '#web/features/films/films.api.ts'
import { FoldedFilms } from '#web/features/films/folded-films.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { LoadFailed, ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { MorePages, type Pages } from '#web/features/paging/paged-list.tsx'
import { pageItems, uniqueResults } from '#web/lib/paged-query.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { EmptyState, type Drawing } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { SearchTab } from './recents.ts'
import styles from './search-results.module.css'
import { listSearchQuery, memberSearchQuery, personSearchQuery } from './search.api.ts'
import { BestMatch } from './best-match.tsx'
import { PersonGrid, PersonSkeletons } from './person-grid.tsx'
import { SearchHints } from './search-hints.tsx'
import { useBesideHints } from './use-beside-hints.ts'

/** The results of one tab, with what points elsewhere. */
export function SearchResults(props: ResultsProps) {
  const { tab } = props
  switch (tab) {
    case 'films':
      return <FilmResults {...props} />
    case 'users':
      return <MemberResults {...props} />
    case 'lists':
      return <ListResults {...props} />
    case 'actors':
      return <PersonResults key={tab} job="actor" {...props} />
    case 'directors':
      return <PersonResults key={tab} job="director" {...props} />
  }
}

function FilmResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useBesideHints(props.query, useInfiniteQuery(filmSearchQuery(props.query)))
  const found = foundFilms(answer.data)
  const { films, exact, alike = [], lesserKnown = [] } = found ?? {}
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer.source}
      count={films?.length}
      empty={t('search.noResults')}
      drawing="strip"
      skeleton={<SkeletonGrid count={12} />}
      below={
        <FoldedFilms key={`folded ${props.query}`} alike={alike} lesserKnown={lesserKnown}>
          {(folded) => <FilmGrid films={folded} variant="captions" />}
        </FoldedFilms>
      }
    >
      {exact ? <BestMatch film={exact} /> : null}
      <FilmGrid films={films?.filter((film) => film !== exact) ?? []} variant="captions" eagerCount={6} />
    </ResultsFrame>
  )
}

function PersonResults({ job, ...props }: ResultsProps & { job: PersonRole }) {
  const { t } = useTranslation()
  const answer = useBesideHints(props.query, useInfiniteQuery(personSearchQuery(job, props.query)))
  const people = uniqueResults(answer.data)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer.source}
      count={people?.length}
      empty={t('search.noResults')}
      drawing="seats"
      skeleton={<PersonSkeletons />}
    >
      <PersonGrid people={people ?? []} job={job} />
    </ResultsFrame>
  )
}

interface ResultsProps {
  tab: SearchTab
  query: string
  /** The answer for this query is here. */
  onAnswer: (query: string) => void
}

/** What a frame needs to know of the query behind it. */
type Answer = Omit<ReturnType<typeof useBesideHints>, 'data' | 'source'> & {
  source: { isError: boolean; refetch: () => Promise<unknown> }
}

interface FrameProps extends ResultsProps {
  answer: Answer
  /** `answer` as a query with pages, where it has any. */
  pages?: Pages
  /** Undefined while there is nothing to show. */
  count: number | undefined
  empty: string
  drawing: Drawing
  skeleton: ReactNode
  /** After the last page. */
  below?: ReactNode
  children: ReactNode
}

/**
 * What the five kinds of results have in common: the line above them, the count for screen readers, what
 * shows while there are none, and the way to more. A failed search shows the empty text and a way to try again,
 * without a network it says so.
 */
function ResultsFrame({
  query,
  onAnswer,
  answer,
  pages,
  count,
  empty,
  drawing,
  skeleton,
  below,
  children,
  tab,
}: FrameProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const { hints, areLate, isOlder } = answer
  const { isError, refetch } = answer.source
  const known = count ?? (isError ? 0 : undefined)
  const answered = known !== undefined && !isOlder
  const succeeded = count !== undefined && !isOlder
  const reportAnswer = useEffectEvent(onAnswer)
  useEffect(() => {
    if (succeeded) reportAnswer(query)
  }, [succeeded, query])
  const withoutNetwork = !online && count === undefined
  const hasFailed = isError && count === undefined
  // Said once for a query: further pages, or the same ones loaded again, are not announced.
  const [said, say] = useState<{ query: string; count: number }>()
  if (answered && !withoutNetwork && !hasFailed && said?.query !== query) say({ query, count: known })
  const nothing = <EmptyState drawing={drawing} text={empty} />
  return (
    <div aria-busy={!answered && !withoutNetwork}>
      {areLate ? (
        <div className={styles.place}>{hints ? <SearchHints hints={hints} tab={tab} first /> : null}</div>
      ) : hints ? (
        <SearchHints hints={hints} tab={tab} />
      ) : null}
      <div className={styles.head}>
        <p className={styles.showing}>
          {t('search.showing')} <bdi className={styles.query}>{t('search.quoted', { query })}</bdi>
        </p>
        {answered && known > 0 && !pages?.hasNextPage ? (
          <span className={styles.count} aria-hidden="true">
            {t('search.results', { count: known })}
          </span>
        ) : null}
      </div>
      <VisuallyHidden>
        <span role="status">{said?.query === query ? t('search.results', { count: said.count }) : ''}</span>
      </VisuallyHidden>
      {withoutNetwork ? (
        <LoadFailed offline={t('search.offline')} onRetry={refetch} />
      ) : known === undefined ? (
        skeleton
      ) : (
        <>
          {known === 0 ? (
            hasFailed ? (
              <ShownAsEmpty onRetry={refetch}>{nothing}</ShownAsEmpty>
            ) : (
              nothing
            )
          ) : (
            <div className={styles.results} data-older={isOlder}>
              {children}
            </div>
          )}
          {isOlder || pages === undefined ? null : <MorePages key={query} pages={pages} />}
          {isOlder ? null : below}
        </>
      )}
    </div>
  )
}

function MemberResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useBesideHints(props.query, useInfiniteQuery(memberSearchQuery(props.query)))
  const members = pageItems(answer.data, ({ _id }) => _id)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer.source}
      count={members?.length}
      empty={t('search.noUsers')}
      drawing="seats"
      skeleton={
        <div className={styles.members} aria-hidden="true">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} height="3.75rem" radius="var(--radius-card)" />
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
    </ResultsFrame>
  )
}

function ListResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useBesideHints(props.query, useInfiniteQuery(listSearchQuery(props.query)))
  // Without a token nobody is asked: there are none.
  const isSkipped = answer.source.isPending && answer.source.fetchStatus === 'idle'
  const lists = pageItems(answer.data, ({ _id }) => _id) ?? (isSkipped ? [] : undefined)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer.source}
      count={lists?.length}
      empty={t('search.noResults')}
      drawing="cards"
      skeleton={
        <div className={styles.lists} aria-hidden="true">
          {Array.from({ length: 6 }, (_, card) => (
            <div key={card} className={styles.skeleton}>
              <span className={styles.cover}>
                <Skeleton height="100%" radius="var(--radius-poster)" />
              </span>
              <Skeleton height="1.375rem" width="70%" />
              <Skeleton height="1.25rem" width="50%" />
            </div>
          ))}
        </div>
      }
    >
      <ul className={styles.lists}>
        {lists?.map((list) => (
          <li key={list._id}>
            <ListCard list={list} />
          </li>
        ))}
      </ul>
    </ResultsFrame>
  )
}
