import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button } from '#web/ui/button.tsx'
import { missing, type Branch } from './branches.ts'
import { answersQuery, firstAnswers, type Reply } from './replies.api.ts'
import { ReplyItem } from './reply-item.tsx'
import styles from './reply-branch.module.css'

interface ReplyBranchProps {
  logId: string
  branch: Branch
  /** The member’s own new answers below it, which may not be among those that are loaded. */
  sent: readonly Reply[]
  /** Whether more than the first answers are wanted. */
  open: boolean
  onOpen: (open: boolean) => void
  onReply: (reply: Reply) => void
}

/** A comment and what answers it, indented once. */
export function ReplyBranch(props: ReplyBranchProps) {
  const { logId, branch, sent, open, onReply } = props
  // Most comments have few answers, and no need to ask for others.
  if (open || branch.comment.replyCount > firstAnswers) return <LongBranch {...props} />
  return <Answered logId={logId} branch={branch} answers={branch.answers} sent={sent} onReply={onReply} />
}

function LongBranch({ logId, branch, sent, open, onOpen, onReply }: ReplyBranchProps) {
  const { t } = useTranslation()
  const { comment } = branch
  const list = useRef<HTMLUListElement>(null)
  /** How many answers there were when more were asked for. */
  const asked = useRef<number | null>(null)
  const pages = useInfiniteQuery(answersQuery(logId, comment._id, open))
  const loaded = open ? pageItems(pages.data, ({ _id }) => _id) : undefined
  const answers = loaded ?? branch.answers.slice(0, firstAnswers)
  const known = answers.filter(({ deleted }) => !deleted).length + missing(sent, answers).length
  const hidden = Math.max(0, comment.replyCount - known)
  const hasMore = hidden > 0 && (loaded === undefined || pages.hasNextPage)
  const isLong = loaded !== undefined && answers.length > firstAnswers

  useEffect(() => {
    const from = asked.current
    if (from === null || answers.length <= from) return
    asked.current = null
    // The focus goes where reading goes on.
    list.current?.children[from]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [answers.length])

  const showMore = () => {
    asked.current = answers.length
    if (!open) onOpen(true)
    else if (pages.data === undefined) void pages.refetch()
    else void pages.fetchNextPage()
  }

  return (
    <Answered logId={logId} branch={branch} answers={answers} list={list} sent={sent} onReply={onReply}>
      {hasMore ? (
        <Button variant="ghost" size="sm" busy={open && pages.isFetching} onClick={showMore}>
          {t('replies.showMore', { count: hidden })}
        </Button>
      ) : isLong ? (
        <Button variant="ghost" size="sm" onClick={() => onOpen(false)}>
          {t('replies.showFewer')}
        </Button>
      ) : null}
    </Answered>
  )
}

interface AnsweredProps {
  logId: string
  branch: Branch
  answers: readonly Reply[]
  list?: Ref<HTMLUListElement>
  sent: readonly Reply[]
  onReply: (reply: Reply) => void
  /** The way to more answers. */
  children?: ReactNode
}

function Answered({ logId, branch, answers, list, sent, onReply, children }: AnsweredProps) {
  const { comment } = branch
  const own = missing(sent, answers)
  const item = (reply: Reply) => (
    <li key={reply._id} id={`reply-${reply._id}`}>
      <ReplyItem logId={logId} reply={reply} onReply={onReply} />
    </li>
  )
  return (
    <div className={styles.branch}>
      <div id={`reply-${comment._id}`}>
        <ReplyItem logId={logId} reply={comment} onReply={onReply} />
      </div>
      {answers.length + own.length === 0 && !children ? null : (
        <div className={styles.answers}>
          {answers.length === 0 ? null : <ul ref={list}>{answers.map(item)}</ul>}
          {children}
          {own.length === 0 ? null : <ul>{own.map(item)}</ul>}
        </div>
      )}
    </div>
  )
}
