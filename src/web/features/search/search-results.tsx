import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { filmSearchQuery } from '#web/features/films/film-search.api.ts'
import { uniqueResults } from '#web/lib/numbered-query.ts'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { ListResults } from './list-results.tsx'
import { MemberResults } from './member-results.tsx'
import { PersonGrid } from './person-grid.tsx'
import type { SearchTab } from './recents.ts'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'
import { personSearchQuery, type Job } from './search.api.ts'

/** The results of one tab. */
export function SearchResults({ tab, ...props }: ResultsProps & { tab: SearchTab }) {
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
  const answer = useInfiniteQuery(filmSearchQuery(props.query))
  const films = uniqueResults(answer.data)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer}
      count={films?.length}
      empty={t('search.noResults')}
      skeleton={<SkeletonGrid count={12} />}
    >
      <FilmGrid films={films ?? []} variant="captions" eagerCount={6} />
    </ResultsFrame>
  )
}

function PersonResults({ job, ...props }: ResultsProps & { job: Job }) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(personSearchQuery(job, props.query))
  const people = uniqueResults(answer.data)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer}
      count={people?.length}
      empty={t('search.noResults')}
      skeleton={<SkeletonGrid count={12} />}
    >
      <PersonGrid people={people ?? []} job={job} eagerCount={6} />
    </ResultsFrame>
  )
}
