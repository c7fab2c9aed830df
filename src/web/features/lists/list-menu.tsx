import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkMinus, Pencil, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fromList } from './list-history-state.ts'
import { deleteListMutation, type ListDetail } from './list.api.ts'
import { useSaveList } from './use-save-list.ts'

interface ListMenuProps {
  list: ListDetail
  isOwner: boolean
}

/** What can be done with a list: the owner's entries, or a visitor's. */
export function ListMenu({ list, isOwner }: ListMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const linkItems = useLinkItems()
  const remove = useRemoval(list._id)
  const save = useSaveList(list)

  const share: MenuItem = {
    label: t('list.share'),
    icon: <Send size={20} data-mirror="" />,
    onSelect: () => void navigate(paths.share('list', list._id)),
  }
  const links = linkItems({ path: paths.list(list._id), title: list.title })
  const ofOwner = (): MenuItem[] => [
    {
      label: t('list.edit'),
      icon: <Pencil size={20} />,
      onSelect: () => void navigate(paths.editList(list._id), { state: fromList }),
    },
    // Nobody else could open it; the badge under the title says so.
    ...(list.isPrivate ? [] : [share]),
    ...links,
    { label: t('common.delete'), icon: <Trash2 size={20} />, danger: true, onSelect: () => void remove() },
  ]
  const ofVisitor = (): MenuItem[] => [
    share,
    {
      label: t(list.savedByMe ? 'list.unsave' : 'list.save'),
      icon: list.savedByMe ? <BookmarkMinus size={20} /> : <Bookmark size={20} />,
      onSelect: save,
    },
    ...links,
  ]
  return <Menu label={t('common.moreOptions')} items={isOwner ? ofOwner() : ofVisitor()} />
}

/** Asks, deletes and leaves to one's own lists. */
function useRemoval(listId: string): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useExclusiveMutation(deleteListMutation(useQueryClient()))
  return async () => {
    if (remove.isRunning()) return
    const sure = await confirm({
      title: t('list.deleteQuestion'),
      text: t('list.deleteText'),
      confirmLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    remove.mutate(listId, {
      onSuccess: () => {
        toast.success(t('list.deleted'))
        // Back must not lead to what is gone.
        void navigate(`${paths.profile()}?tab=lists`, { replace: true })
      },
      onError: () => toast.error(t('list.deleteFailed')),
    })
  }
}
