import { useQueryClient } from '@tanstack/react-query'
import {
  Bookmark,
  BookmarkCheck,
  Circle,
  CircleCheck,
  Clapperboard,
  Heart,
  ListPlus,
  Plus,
  Share2,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { questionState } from '#web/features/scene-bot/question-state.ts'
import { favouriteMutation, watchlistMutation } from '#web/features/shelves/shelves.api.ts'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { useMember } from '#web/lib/session.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { showOwnLogs } from './film-log.tsx'
import { useSeenToggle } from './seen.ts'
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
        aria-keyshortcuts={useShortcut('l')}
        onClick={() => {
          if (member) onLog()
          else toast.error(t('film.notLoggedIn'))
        }}
      >
        {t('film.log')}
      </Button>
      <div className={styles.others}>
        <SeenButton film={film} />
        <WatchlistButton film={film} />
        <FavouriteButton film={film} />
        <Link
          className={styles.action}
          to={paths.addToList(film.id)}
          // The picker shows these while it loads the lists.
          state={{ id: film.id, title: film.title, poster: film.poster }}
          aria-label={t('film.addToList')}
        >
          <Face icon={<ListPlus size={20} />} label={t('filmPage.list')} />
        </Link>
        <ShareMenu film={film} />
        <Link
          className={styles.action}
          to={paths.sceneBot()}
          state={questionState(t('sceneBot.like', { title: film.title }))}
          aria-label={t('sceneBot.askHere')}
        >
          <Face icon={<Clapperboard size={20} />} label={t('nav.sceneBot')} />
        </Link>
      </div>
    </div>
  )
}

interface FaceProps {
  icon: ReactNode
  label: string
  /** A second line. */
  note?: string | undefined
}

/** What an action looks like: an icon with a word below it. */
function Face({ icon, label, note }: FaceProps) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.label}>
        {label}
        {note === undefined ? null : (
          <>
            {' '}
            <span className={styles.note}>{note}</span>
          </>
        )}
      </span>
    </>
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
      trigger={<Face icon={<Share2 size={20} />} label={t('film.share')} />}
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

interface ToggleProps extends FaceProps {
  pressed: boolean
  tone: 'accent' | 'like'
  /** The key that presses it. */
  shortcut?: string | undefined
  onPress: () => void
}

function Toggle({ pressed, tone, shortcut, onPress, ...face }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.action}
      data-tone={tone}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
    >
      <Face {...face} />
    </button>
  )
}

/** A press marks the film as seen and takes the mark back; entries of the diary stay, and are led to. */
function SeenButton({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const seen = useSeenToggle(film.id, film.myLogs.length > 0, showOwnLogs)
  const canTakeBack = film.myLogs.every((log) => log.seenOnly)
  return (
    <Toggle
      pressed={seen.isOnSoon}
      tone="accent"
      label={t('seen.seen')}
      icon={seen.isOnSoon ? <CircleCheck size={20} /> : <Circle size={20} />}
      onPress={canTakeBack ? seen.press : seen.leadToLogs}
    />
  )
}

function WatchlistButton({ film }: { film: FilmPage }) {
  const { t } = useTranslation()
  const { press, isOn, waits } = useToggle(watchlistMutation(useQueryClient(), film.id), film.inWatchlist, {
    needsLogin: t('film.notLoggedIn'),
    failed: t('film.watchlistFailed'),
  })
  return (
    <Toggle
      pressed={isOn}
      tone="accent"
      label={t('film.watchlist')}
      note={waits ? t('offline.waiting') : undefined}
      icon={isOn ? <BookmarkCheck size={20} /> : <Bookmark size={20} />}
      shortcut={useShortcut('w')}
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
      note={film.isInFour ? t('filmPage.inFour') : undefined}
      icon={<Heart size={20} fill={film.isFavorite ? 'currentColor' : 'none'} />}
      shortcut={useShortcut('f')}
      onPress={press}
    />
  )
}
