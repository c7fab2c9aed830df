import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { filmSearchQuery } from '#web/features/films/film-search.api.ts'
import { uniqueResults } from '#web/lib/numbered-query.ts'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'

export function FilmResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(filmSearchQuery(props.query))
  const films = uniqueResults(answer.data)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      count={films?.length}
      empty={t('search.noResults')}
      skeleton={<SkeletonGrid count={12} />}
    >
      <FilmGrid films={films ?? []} variant="captions" eagerCount={6} />
    </ResultsFrame>
  )
}
