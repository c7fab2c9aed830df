import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { answerRequestMutation, requestsQuery } from './follow-requests.api.ts'
import styles from './follow-requests.module.css'

interface FollowRequestsViewProps {
  memberId: string
  onBack: () => void
}

/** Who would like to follow a member whose account is locked. */
export function FollowRequestsView({ memberId, onBack }: FollowRequestsViewProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(requestsQuery(memberId))
  useRealtime('notification', ({ type }) => {
    if (type === 'follow_request') void pages.refetch()
  })
  return (
    <>
      <TopBar title={t('requests.title')} onBack={onBack} />
      <ReadingColumn>
        <PagedList
          pages={pages}
          items={pageItems(pages.data, ({ _id }) => _id)}
          skeleton={<LoadingRows count={6} height="3.75rem" className={styles.list} />}
          empty={t('requests.empty')}
          drawing="seats"
          failed={t('requests.failed')}
        >
          {(members) => (
            <ul className={styles.list}>
              {members.map((member) => (
                <li key={member._id}>
                  <MemberRow member={member} action={<Answers memberId={memberId} requester={member} />} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </ReadingColumn>
    </>
  )
}

interface AnswersProps {
  memberId: string
  requester: { _id: string; username: string }
}

function Answers({ memberId, requester }: AnswersProps) {
  const { t } = useTranslation()
  const answer = useMutation(answerRequestMutation(useQueryClient(), memberId))
  const box = useRef<HTMLSpanElement>(null)
  useRowFocus(box)
  const name = `@${requester.username}`
  const requesterId = requester._id
  // What follows is said by toasts, since the row, and perhaps the screen, is gone by then.
  const reopen = () =>
    answer.mutateAsync({ requesterId, answer: 'reopen' }).catch((error: unknown) => {
      const isLate = error instanceof ApiError && error.code === 'member.request_not_found'
      toast.error(isLate ? t('requests.tooLate') : failureText(error, 'common.notDone'))
    })
  const press = (accept: boolean) => {
    if (answer.isPending) return
    answer.mutateAsync({ requesterId, answer: accept ? 'accept' : 'decline' }).then(
      () =>
        toast.show({
          text: accept ? t('requests.accepted', { name }) : t('requests.declined'),
          action: { label: t('safety.undo'), onSelect: () => void reopen() },
        }),
      failureToast('common.notDone'),
    )
  }
  const isBusy = (given: 'accept' | 'decline') => answer.isPending && answer.variables.answer === given
  return (
    <span ref={box} className={styles.answers}>
      <Button
        size="sm"
        busy={isBusy('accept')}
        aria-label={t('requests.acceptNamed', { name })}
        onClick={() => press(true)}
      >
        {t('requests.accept')}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        busy={isBusy('decline')}
        aria-label={t('requests.declineNamed', { name })}
        onClick={() => press(false)}
      >
        {t('requests.decline')}
      </Button>
    </span>
  )
}
