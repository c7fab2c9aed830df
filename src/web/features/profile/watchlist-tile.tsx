import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, ListPlus, Lock, LockOpen, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster, wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { watchlistPrivacyMutation, type WatchlistItem } from '#web/features/shelves/watchlist.api.ts'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './tab-tile.module.css'

interface WatchlistTileProps {
  item: WatchlistItem
  eager: boolean
  /** What the owner can do; absent for visitors. */
  owner?: { userId: string; onRemove: () => void } | undefined
}

/** A film to see. Private ones carry a lock, which only their owner ever sees. */
export function WatchlistTile({ item, eager, owner }: WatchlistTileProps) {
  const { t } = useTranslation()
  const filmId = [item.tmdbId, item.id].find((id) => Number.isSafeInteger(id) && id > 0)
  if (owner === undefined && filmId !== undefined) {
    return (
      <PosterTile
        film={{ ...item, id: filmId, year: yearOf(item.release_date) }}
        name={item.title}
        sizes={wallSizes}
        eager={eager}
      />
    )
  }
  const content = (
    <>
      <VisuallyHidden>
        {item.isPrivate
          ? [item.title, t('profile.watchlist.private')].join(t('log.tile.separator'))
          : item.title}
      </VisuallyHidden>
      <span className={styles.picture} aria-hidden="true">
        <FilmPoster film={item} sizes={wallSizes} alt="" eager={eager} />
        {item.isPrivate ? (
          <PosterMark corner="start">
            <Lock size={14} />
          </PosterMark>
        ) : null}
      </span>
    </>
  )
  return (
    <>
      {filmId === undefined ? (
        <button
          type="button"
          className={styles.tile}
          onClick={() => toast.error(t('profile.watchlist.noFilmId'))}
        >
          {content}
        </button>
      ) : (
        <Link className={styles.tile} to={paths.film(filmId)}>
          {content}
        </Link>
      )}
      {owner === undefined || filmId === undefined ? null : (
        <OwnerMenu item={item} filmId={filmId} owner={owner} />
      )}
    </>
  )
}

interface OwnerMenuProps {
  item: WatchlistItem
  filmId: number
  owner: NonNullable<WatchlistTileProps['owner']>
}

function OwnerMenu({ item, filmId, owner }: OwnerMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mutation = watchlistPrivacyMutation(useQueryClient(), owner.userId, filmId)
  const privacy = useToggle(mutation, item.isPrivate, { failed: t('film.watchlistFailed') })
  return (
    <Menu
      label={t('profile.watchlist.options', { title: item.title })}
      className={styles.menu}
      trigger={
        <span className={styles.dots}>
          <Ellipsis size={16} />
        </span>
      }
      items={[
        {
          label: t('film.addToList'),
          icon: <ListPlus />,
          onSelect: () =>
            void navigate(`${paths.addToList(filmId)}?lists=public`, {
              state: { id: filmId, title: item.title, poster: item.poster },
            }),
        },
        {
          label: t(item.isPrivate ? 'profile.watchlist.makePublic' : 'profile.watchlist.makePrivate'),
          icon: item.isPrivate ? <LockOpen /> : <Lock />,
          onSelect: privacy.press,
        },
        { label: t('profile.watchlist.remove'), icon: <Trash2 />, danger: true, onSelect: owner.onRemove },
      ]}
    />
  )
}
