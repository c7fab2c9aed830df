import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { MorePages } from '#web/features/paging/paged-list.tsx'
import { useOnline } from '#web/lib/use-online.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { filmSearchQuery, foundFilms } from '../films.api.ts'
import { FoldedFilms } from '../folded-films.tsx'

interface FoundFilmsProps {
  query: string
  /** Which of the films are shown; all of them when not given. */
  filter?: (film: FilmItem) => boolean
  skeleton: ReactNode
  /** `areOlder` while they answer another query and the answer for this one is on its way. */
  children: (films: FilmItem[], areOlder: boolean) => ReactNode
}

const all = () => true

/** What a picker found, how many for screen readers, what shows while there are none, and the way to more. */
export function FoundFilms({ query, filter = all, skeleton, children }: FoundFilmsProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const answer = useInfiniteQuery(filmSearchQuery(query))
  const { data, isError, isPlaceholderData: areOlder } = answer
  if (!online && data === undefined) {
    return <LoadFailed offline={t('search.offline')} onRetry={answer.refetch} />
  }
  // A failed search shows the empty text and nothing else.
  const found = foundFilms(data)
  const films = found?.films.filter(filter) ?? (isError ? [] : undefined)
  const answered = films !== undefined && !areOlder
  return (
    <div aria-busy={!answered}>
      <VisuallyHidden>
        <span role="status">{answered ? t('search.results', { count: films.length }) : ''}</span>
      </VisuallyHidden>
      {films === undefined ? (
        skeleton
      ) : (
        <>
          {films.length === 0 ? (
            <EmptyState drawing="strip" text={t('search.noResults')} />
          ) : (
            children(films, areOlder)
          )}
          {areOlder ? null : (
            <>
              <MorePages key={query} pages={answer} />
              {found === undefined ? null : (
                <FoldedFilms
                  key={`folded ${query}`}
                  alike={found.alike.filter(filter)}
                  lesserKnown={found.lesserKnown.filter(filter)}
                >
                  {(folded) => children(folded, false)}
                </FoldedFilms>
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}
