import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ResultsFrame, type ResultsProps } from './results-frame.tsx'
import { memberSearchQuery } from './search.api.ts'
import styles from './member-results.module.css'

export function MemberResults(props: ResultsProps) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(memberSearchQuery(props.query))
  const members = pageItems(answer.data, ({ _id }) => _id)
  return (
    <ResultsFrame
      {...props}
      answer={answer}
      pages={answer}
      count={members?.length}
      empty={t('search.noUsers')}
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
