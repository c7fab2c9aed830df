import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { uniqueResults } from './pages.ts'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'
import { filmSearchQuery } from './search.api.ts'

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
