import { useQueryClient } from '@tanstack/react-query'
import {
  Bookmark,
  BookmarkCheck,
  Clapperboard,
  Heart,
  ListPlus,
  Plus,
  Share2,
  Trash2,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { questionState } from '#web/features/scene-bot/question-state.ts'
import { favouriteMutation, watchlistMutation } from '#web/features/shelves/shelves.api.ts'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { useMember } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deleteLogMutation } from './logs.api.ts'
import styles from './film-actions.module.css'

interface FilmActionsProps {
  film: FilmPage
  onLog: () => void
}

/** What a member does with a film. */
export function FilmActions({ film, onLog }: FilmActionsProps) {
  const { t } = useTranslation()
  const member = useMember()
  return (
    <div className={styles.actions}>
      <Button
        className={styles.log}
        icon={<Plus size={20} />}
        onClick={() => {
          if (member) onLog()
          else toast.error(t('film.notLoggedIn'))
        }}
      >
        {t('film.log')}
      </Button>
      <div className={styles.others}>
        <WatchlistButton film={film} />
        <FavouriteButton film={film} />
        <Link
          className={styles.action}
          to={paths.addToList(film.id)}
          // The picker shows these while it loads the lists.
          state={{ id: film.id, title: film.title, poster: film.poster }}
        >
          <ListPlus aria-hidden="true" size={20} />
          <span className={styles.label}>{t('film.addToList')}</span>
        </Link>
        <ShareMenu film={film} />
        <Link
          className={styles.action}
          data-wide=""
          to={paths.sceneBot()}
          state={questionState(t('sceneBot.like', { title: film.title }))}
        >
          <Clapperboard aria-hidden="true" size={20} />
          <span className={styles.label}>{t('sceneBot.askHere')}</span>
        </Link>
        {film.myLogs.length > 0 ? <DeleteLogButton film={film} /> : null}
      </div>
    </div>
  )
}

function ShareMenu({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const member = useMember()
  const navigate = useNavigate()
  const linkItems = useLinkItems()
  return (
    <Menu
      label={t('film.share')}
      className={styles.action}
      trigger={
        <>
          <Share2 aria-hidden="true" size={20} />
          <span className={styles.label}>{t('film.share')}</span>
        </>
      }
      items={[
        {
          label: t('share.title'),
          icon: <Users size={20} />,
          onSelect: () => {
            if (member) void navigate(paths.share('movie', film.id))
            else toast.error(t('film.notLoggedIn'))
          },
        },
        ...linkItems({ path: paths.film(film.id), title: film.title }),
      ]}
    />
  )
}

interface ToggleProps {
  pressed: boolean
  icon: ReactNode
  label: string
  tone: 'accent' | 'like'
  onPress: () => void
}

function Toggle({ pressed, icon, label, tone, onPress }: ToggleProps) {
  return (
    <button type="button" className={styles.action} data-tone={tone} aria-pressed={pressed} onClick={onPress}>
      {icon}
      <span className={styles.label}>{label}</span>
    </button>
  )
}

function WatchlistButton({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const { press } = useToggle(watchlistMutation(useQueryClient(), film.id), film.inWatchlist, {
    needsLogin: t('film.notLoggedIn'),
    failed: t('film.watchlistFailed'),
  })
  return (
    <Toggle
      pressed={film.inWatchlist}
      tone="accent"
      label={t('film.watchlist')}
      icon={
        film.inWatchlist ? (
          <BookmarkCheck aria-hidden="true" size={20} />
        ) : (
          <Bookmark aria-hidden="true" size={20} />
        )
      }
      onPress={press}
    />
  )
}

function FavouriteButton({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const member = useMember()
  const mutation = favouriteMutation(useQueryClient(), member?._id ?? '', film.id)
  const { press } = useToggle(mutation, film.isFavorite, {
    needsLogin: t('film.notLoggedIn'),
    failed: t('film.favouriteFailed'),
  })
  return (
    <Toggle
      pressed={film.isFavorite}
      tone="like"
      label={t('film.favourite')}
      icon={<Heart aria-hidden="true" size={20} fill={film.isFavorite ? 'currentColor' : 'none'} />}
      onPress={press}
    />
  )
}

function DeleteLogButton({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const remove = useExclusiveMutation(deleteLogMutation(useQueryClient(), film.id))
  const press = async () => {
    const newest = film.myLogs[0]
    if (!newest || remove.isRunning()) return
    const sure = await confirm({
      title: t('film.deleteQuestion'),
      text: t('film.deleteText'),
      confirmLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    remove.mutate(newest._id, {
      onSuccess: () => toast.success(t('film.deleted')),
      onError: () => toast.error(t('film.deleteFailed')),
    })
  }
  return (
    <button
      type="button"
      className={styles.action}
      data-tone="danger"
      aria-busy={remove.isPending}
      onClick={() => void press()}
    >
      <Trash2 aria-hidden="true" size={20} />
      <span className={styles.label}>{t('film.deleteLog')}</span>
    </button>
  )
}
