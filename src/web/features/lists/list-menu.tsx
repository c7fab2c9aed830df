import { useQueryClient } from '@tanstack/react-query'
import {
  Bookmark,
  BookmarkMinus,
  CopyPlus,
  ImageDown,
  LogOut,
  Pencil,
  Rss,
  Send,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useFeedDialog } from '#web/features/keys/use-feed-dialog.tsx'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { useReportItem } from '#web/features/moderation/use-report-item.tsx'
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { fromList } from './form/list-history-state.ts'
import { useSaveList } from './list-header.tsx'
import { cloneListMutation, deleteListMutation, removeEditorMutation, type ListDetail } from './lists.api.ts'

const ListPicture = onDemand(async () => (await import('./list-picture.tsx')).ListPicture)
const ListEditors = onDemand(async () => (await import('./list-editors.tsx')).ListEditors)

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
  const reportItem = useReportItem()
  const safetyItems = useSafetyItems()
  const clone = useClone(list._id)
  const [isDrawing, setDrawing] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const leave = useLeaving(list)
  const feeds = useFeedDialog({ kind: 'list', listId: list._id, name: list.title })

  const share: MenuItem = {
    label: t('list.share'),
    icon: <Send size={20} data-mirror="" />,
    onSelect: () => void navigate(paths.share('list', list._id)),
  }
  const links = linkItems({ path: paths.list(list._id), title: list.title })
  const feed: MenuItem = {
    label: t('keys.feeds.menu'),
    icon: <Rss size={20} />,
    onSelect: feeds.open,
  }
  const copies: MenuItem[] =
    list.filmsCount === 0
      ? []
      : [
          { label: t('list.clone'), icon: <CopyPlus size={20} />, onSelect: () => void clone() },
          { label: t('list.picture'), icon: <ImageDown size={20} />, onSelect: () => setDrawing(true) },
        ]
  const edit: MenuItem = {
    label: t('list.edit'),
    icon: <Pencil size={20} />,
    onSelect: () => void navigate(paths.editList(list._id), { state: fromList }),
  }
  const ofOwner = (): MenuItem[] => [
    edit,
    {
      label: t('list.editors.menu'),
      icon: <UserPlus size={20} data-mirror="" />,
      onSelect: () => setInviting(true),
    },
    // Nobody else could open it; the badge under the title says so.
    ...(list.isPrivate || list.hidden ? [] : [share]),
    ...copies,
    ...links,
    feed,
    { label: t('common.delete'), icon: <Trash2 size={20} />, danger: true, onSelect: () => void remove() },
  ]
  const ofVisitor = (): MenuItem[] => [
    ...(list.editing === 'editor'
      ? [
          edit,
          {
            label: t('list.editors.leave'),
            icon: <LogOut size={20} data-mirror="" />,
            onSelect: () => void leave(),
          },
        ]
      : []),
    ...(list.audience === 'me' ? [] : [share]),
    {
      label: t(list.savedByMe ? 'list.unsave' : 'list.save'),
      icon: list.savedByMe ? <BookmarkMinus size={20} /> : <Bookmark size={20} />,
      onSelect: save,
    },
    ...copies,
    ...links,
    ...safetyItems(list.user, { leave: () => navigate(paths.home(), { replace: true }) }),
    reportItem({
      kind: 'list',
      id: list._id,
      memberId: list.user._id,
      username: list.user.username,
      excerpt: list.title,
      pictures: [list.coverImage],
    }),
  ]
  return (
    <>
      <Menu label={t('common.moreOptions')} items={isOwner ? ofOwner() : ofVisitor()} />
      {feeds.dialog}
      {isDrawing ? <ListPicture list={list} onClose={() => setDrawing(false)} /> : null}
      {isInviting ? <ListEditors list={list} onClose={() => setInviting(false)} /> : null}
    </>
  )
}

/** Asks first: only the owner can ask the viewer again. */
function useLeaving(list: ListDetail): () => Promise<void> {
  const { t } = useTranslation()
  const viewer = useMember()
  const leave = useExclusiveMutation(removeEditorMutation(useQueryClient(), list._id))
  return async () => {
    if (!viewer || leave.isRunning()) return
    const isSure = await confirm({
      title: t('list.editors.leaveQuestion'),
      text: t('list.editors.leaveText'),
      confirmLabel: t('list.editors.leave'),
      cancelLabel: t('common.cancel'),
    })
    if (isSure)
      leave.mutate(viewer._id, {
        onError: failureToast('errorPage.title'),
      })
  }
}

/** Makes a list of one's own of its films and leaves to it; pressed again after it failed, it is the same one. */
function useClone(listId: string): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const clone = useExclusiveMutation(cloneListMutation(useQueryClient()))
  const [idempotencyKey] = useState(() => uuid())
  return async () => {
    if (clone.isRunning()) return
    clone.mutate(
      { listId, idempotencyKey },
      {
        onSuccess: ({ _id }) => {
          toast.success(t('list.cloned'))
          void navigate(paths.list(_id))
        },
        onError: failureToast('list.cloneFailed'),
      },
    )
  }
}

/** Asks, deletes and leaves to one's own lists. */
function useRemoval(listId: string): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useExclusiveMutation(deleteListMutation(useQueryClient()))
  return async () => {
    if (remove.isRunning()) return
    const sure = await confirmDanger({
      title: t('list.deleteQuestion'),
      text: t('list.deleteText'),
      confirmLabel: t('common.delete'),
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
