import { useQueryClient } from '@tanstack/react-query'
import { Image, ImageDown, Pencil, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fromReview } from './backdrop-options.ts'
import { deleteLogMutation, type Log } from './logs.api.ts'

interface ReviewMenuProps {
  log: Pick<Log, '_id' | 'tmdbId' | 'title' | 'user'>
  className?: string
}

/** What can be done with a review: the author's entries and everybody's. */
export function ReviewMenu({ log, className }: ReviewMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const member = useMember()
  const queryClient = useQueryClient()
  const linkItems = useLinkItems()
  const remove = useExclusiveMutation(deleteLogMutation(queryClient, log.tmdbId))

  const askToRemove = async () => {
    if (remove.isRunning()) return
    const sure = await confirm({
      title: t('review.deleteQuestion'),
      confirmLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
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
      onSelect: () => void navigate(paths.editLog(log.tmdbId, log._id), { state: fromReview }),
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
  return (
    <Menu
      label={t('common.moreOptions')}
      items={isAuthor ? ofAuthor() : [share, ...links]}
      className={className}
    />
  )
}
