import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'
import { listSearchQuery } from './search.api.ts'
import styles from './list-results.module.css'

export function ListResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useQuery(listSearchQuery(props.query))
  // Without a token nobody is asked: there are none.
  const isSkipped = answer.isPending && answer.fetchStatus === 'idle'
  const lists = answer.data ?? (isSkipped ? [] : undefined)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      count={lists?.length}
      empty={t('search.noResults')}
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
