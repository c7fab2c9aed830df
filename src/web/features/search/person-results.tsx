import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { uniqueResults } from '#web/lib/numbered-query.ts'
import { SkeletonGrid } from '#web/ui/skeleton.tsx'
import { PersonGrid } from './person-grid.tsx'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'
import { personSearchQuery, type Job } from './search.api.ts'

export function PersonResults({ job, ...props }: ResultsProps & { job: Job }) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(personSearchQuery(job, props.query))
  const people = uniqueResults(answer.data)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      count={people?.length}
      empty={t('search.noResults')}
      skeleton={<SkeletonGrid count={12} />}
    >
      <PersonGrid people={people ?? []} job={job} eagerCount={6} />
    </ResultsFrame>
  )
}
