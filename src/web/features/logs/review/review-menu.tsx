import { useQueryClient } from '@tanstack/react-query'
import { EyeOff, Image, ImageDown, Pencil, Send, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { firstWords } from '#shared/review-text.ts'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { useReportItem } from '#web/features/moderation/use-report-item.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useHideFilm, useSafetyItems } from '#web/features/safety/use-safety-items.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { fromReview } from './backdrop-options.ts'
import { deleteLogMutation, type Log } from '../logs.api.ts'

interface ReviewMenuProps {
  log: Pick<Log, '_id' | 'tmdbId' | 'title' | 'user' | 'review' | 'image'>
}

/** What others can do about a review's film and author; nothing for the author and guests. */
export function ReviewSafetyMenu({ log }: ReviewMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const member = useMember()
  const reportItem = useReportItem()
  const safetyItems = useSafetyItems()
  const hideFilm = useHideFilm()
  if (member === null || member._id === log.user._id) return null
  const items = (): MenuItem[] => [
    {
      label: t('safety.films.hideItem', { title: log.title }),
      icon: <EyeOff size={20} />,
      onSelect: () => hideFilm({ id: log.tmdbId, title: log.title }),
    },
    ...safetyItems(log.user, { leave: () => navigate(paths.home(), { replace: true }) }),
    reportItem({
      kind: 'log',
      id: log._id,
      memberId: log.user._id,
      username: log.user.username,
      excerpt: firstWords(log.review, 20) || log.title,
      pictures: [log.image],
    }),
  ]
  return <Menu label={t('safety.about', { name: log.user.username })} items={items()} />
}

/** What can be done with a review: the author's entries, or those of everybody else. */
export function ReviewMenu({ log }: ReviewMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const member = useMember()
  const queryClient = useQueryClient()
  const linkItems = useLinkItems()
  const remove = useExclusiveMutation(deleteLogMutation(queryClient, log.tmdbId))

  const askToRemove = async () => {
    if (remove.isRunning()) return
    const sure = await confirmDanger({
      title: t('review.deleteQuestion'),
      confirmLabel: t('common.delete'),
    })
    if (!sure) return
    remove.mutate(log._id, {
      onSuccess: () => {
        toast.success(t('review.deleted'))
        // Back must not lead to what is gone.
        void navigate(paths.profile(), { replace: true })
      },
      onError: () => toast.error(t('review.deleteFailed')),
    })
  }

  const to = (path: string) => () => void navigate(path)
  const share: MenuItem = {
    label: t('review.shareToFriends'),
    icon: <Send size={20} data-mirror="" />,
    onSelect: to(paths.share('log', log._id)),
  }
  const links = linkItems({ path: paths.review(log._id), title: log.title })
  const ofAuthor = (): MenuItem[] => [
    {
      label: t('review.changeBackdrop'),
      icon: <Image size={20} />,
      onSelect: () => void navigate(paths.changeBackdrop(log._id), { state: fromReview }),
    },
    {
      label: t('review.edit'),
      icon: <Pencil size={20} />,
      onSelect: () => void navigate(paths.logEditor(log.tmdbId, log._id), { state: fromReview }),
    },
    {
      label: t('review.delete'),
      icon: <Trash2 size={20} />,
      danger: true,
      onSelect: () => void askToRemove(),
    },
    share,
    {
      label: t('review.savePhoto'),
      icon: <ImageDown size={20} />,
      onSelect: to(paths.shareReview(log._id)),
    },
    ...links,
  ]
  const isAuthor = member?._id === log.user._id
  return <Menu label={t('common.moreOptions')} items={isAuthor ? ofAuthor() : [share, ...links]} />
}
