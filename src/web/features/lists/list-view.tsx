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
import { lazy, memo, Suspense, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { failureToast } from '#web/features/failures/failures.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { useFeedDialog } from '#web/features/keys/use-feed-dialog.tsx'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { useReportItem } from '#web/features/moderation/use-report-item.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage } from '#web/features/paging/paged-list.tsx'
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { isUnknown } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { SkeletonGrid, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { WaitingRows } from '#web/features/offline/waiting-rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VirtualGrid, type GridPlace } from '#web/ui/lists/virtual-grid.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ListHeader, ListHeaderSkeleton, useSaveList } from './list-header.tsx'
import { fromList } from './form/list-history-state.ts'
import styles from './list-view.module.css'
import {
  cloneListMutation,
  deleteListMutation,
  removeEditorMutation,
  type ListDetail,
  type ListFilm,
} from './lists.api.ts'
import { useList, type ListFilmsProps } from './use-list.ts'

const ListPicture = lazy(async () => ({ default: (await import('./list-picture.tsx')).ListPicture }))
const ListEditors = lazy(async () => ({ default: (await import('./list-editors.tsx')).ListEditors }))
const ListNotes = lazy(async () => ({ default: (await import('./list-notes.tsx')).ListNotes }))

interface ListViewProps {
  listId: string
  onBack: () => void
}

/** One list with its films, as far as one has scrolled. */
export function ListView({ listId, onBack }: ListViewProps) {
  const { t } = useTranslation()
  const viewer = useMember()
  const { list: loaded, pages } = useList(listId)
  const { error, isPending, refetch } = pages
  // What its owner deleted or made private meanwhile is shown no longer.
  const list = isUnknown(error) ? undefined : loaded
  const isOwner = list !== undefined && list.user._id === viewer?._id
  usePageTitle(list?.title ?? (isPending ? '' : t('list.title')))
  return (
    <>
      <TopBar
        overlay={list !== undefined || isPending}
        title={list ? <bdi>{list.title}</bdi> : t(isPending ? 'common.loading' : 'list.title')}
        backLabel={t('common.back')}
        onBack={onBack}
        action={list ? <ListMenu key={list._id} list={list} isOwner={isOwner} /> : null}
      />
      {list ? (
        <>
          <ListHeader list={list} isOwner={isOwner} />
          <WaitingRows
            of={({ kind, path }) =>
              kind !== 'likeList' && (path === paths.list(list._id) || path === paths.editList(list._id))
            }
          />
          <div className={styles.films}>
            {list.movies.length > 0 ? (
              <Films list={list} pages={pages} />
            ) : (
              <NoFilms list={list} isOwner={isOwner} />
            )}
          </div>
        </>
      ) : isPending ? (
        <ListSkeleton />
      ) : (
        <div className={styles.failed}>
          <LoadFailed error={error} unknown={t('errors.list.not_found')} onRetry={refetch} />
        </div>
      )}
    </>
  )
}

const views = ['posters', 'notes'] as const

/** The films as a wall of posters or, where anything is said of one, with notes; the address holds the choice. */
function Films({ list, pages }: ListFilmsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const failed = pages.isFetchNextPageError ? <FailedPage pages={pages} /> : null
  if (!list.hasNotes) {
    return (
      <>
        <ListGrid list={list} pages={pages} />
        {failed}
      </>
    )
  }
  const view = views.find((one) => one === search.get('view')) ?? 'posters'
  return (
    <>
      <div className={styles.views}>
        <ToggleGroup
          label={t('tags.view')}
          value={view}
          onChange={(next) =>
            setSearch(next === 'posters' ? {} : { view: next }, { replace: true, preventScrollReset: true })
          }
          options={views.map((value) => ({ value, label: t(`list.views.${value}`) }))}
        />
      </div>
      {view === 'posters' ? (
        <ListGrid list={list} pages={pages} />
      ) : (
        <Suspense fallback={<SkeletonRows count={6} height="6.75rem" label={t('common.loading')} />}>
          <ListNotes list={list} pages={pages} />
        </Suspense>
      )}
      {failed}
    </>
  )
}

/** A list is saved only with films; it may have lost them since. */
function NoFilms({ list, isOwner }: { list: ListDetail; isOwner: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing="cards"
      text={t('list.empty')}
      action={
        isOwner ? (
          <Link className={buttonClass('secondary', 'sm')} to={paths.editList(list._id)} state={fromList}>
            {t('list.edit')}
          </Link>
        ) : null
      }
    />
  )
}

/** The boxes of a loaded list, so that nothing jumps. */
function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('common.loading')}</span>
      </VisuallyHidden>
      <ListHeaderSkeleton />
      <div className={styles.films}>
        <SkeletonGrid count={12} columns="wall" />
      </div>
    </div>
  )
}

const idOf = ({ id }: ListFilm) => id

/** The films of a list in its order, as high as all of them; only those in sight are in the document. */
function ListGrid({ list, pages }: ListFilmsProps) {
  const { t } = useTranslation()
  const cast = useCastings(list.movies)
  return (
    <VirtualGrid
      {...useGridPlace<GridPlace>()}
      label={t('list.filmsLabel')}
      items={list.movies}
      keyOf={idOf}
      renderTile={(film, at, columns) =>
        cast(at, columns, <FilmTile film={film} place={list.isRanked ? at + 1 : null} eager={at < columns} />)
      }
      total={list.filmsCount}
      {...extendsItself(pages)}
    />
  )
}

interface FilmTileProps {
  film: ListFilm
  /** From 1; null where the order means nothing. */
  place: number | null
  eager: boolean
}

const FilmTile = memo(function FilmTile({ film, place, eager }: FilmTileProps) {
  const { t } = useTranslation()
  const year = film.year === null ? '' : String(film.year)
  const name = [
    ...(place === null ? [] : [t('list.place', { n: place })]),
    year === '' ? film.title : t('film.titleYear', { title: film.title, year }),
  ].join(t('log.tile.separator'))
  return (
    <PosterTile
      film={{ ...film, year }}
      name={name}
      sizes={wallSizes}
      eager={eager}
      badge={place === null ? null : <RankBadge place={place} />}
      seen={film.seen}
    />
  )
})

/** The place of a film in a ranked list, on its poster. The name of what it lies on says it too. */
function RankBadge({ place }: { place: number }) {
  return (
    <PosterMark corner="start" className={styles.badge}>
      {place}
    </PosterMark>
  )
}

interface ListMenuProps {
  list: ListDetail
  isOwner: boolean
}

/** What can be done with a list: the owner's entries, or a visitor's. */
function ListMenu({ list, isOwner }: ListMenuProps) {
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
    ...safetyItems(list.user, { onBlocked: () => void navigate(paths.home(), { replace: true }) }),
    reportItem({
      kind: 'list',
      id: list._id,
      username: list.user.username,
      excerpt: list.title,
      pictures: [list.coverImage],
    }),
  ]
  return (
    <>
      <Menu label={t('common.moreOptions')} items={isOwner ? ofOwner() : ofVisitor()} />
      {feeds.dialog}
      {isDrawing ? (
        <Suspense fallback={null}>
          <ListPicture list={list} onClose={() => setDrawing(false)} />
        </Suspense>
      ) : null}
      <Sheet
        open={isInviting}
        onClose={() => setInviting(false)}
        title={t('list.editors.title')}
        closeLabel={t('common.close')}
      >
        <Suspense fallback={<SkeletonRows count={4} height="3.5rem" label={t('common.loading')} />}>
          <ListEditors list={list} />
        </Suspense>
      </Sheet>
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
