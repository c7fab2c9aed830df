import { useQueryClient } from '@tanstack/react-query'
import { Lock, LockOpen, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster, wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { watchlistPrivacyMutation, type WatchlistItem } from '#web/features/shelves/watchlist.api.ts'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from '../tab-tile.module.css'

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
  if (filmId !== undefined) {
    const tile = {
      film: { ...item, id: filmId, year: yearOf(item.release_date) },
      name: item.title,
      sizes: wallSizes,
      eager,
    }
    return owner ? <OwnTile tile={tile} item={item} owner={owner} /> : <PosterTile {...tile} />
  }
  return (
    <button
      type="button"
      className={styles.tile}
      onClick={() => toast.error(t('profile.watchlist.noFilmId'))}
    >
      <VisuallyHidden>{item.title}</VisuallyHidden>
      <span className={styles.picture} aria-hidden="true">
        <FilmPoster film={item} sizes={wallSizes} alt="" eager={eager} />
      </span>
    </button>
  )
}

interface OwnTileProps {
  tile: Parameters<typeof PosterTile>[0]
  item: WatchlistItem
  owner: NonNullable<WatchlistTileProps['owner']>
}

function OwnTile({ tile, item: { title, isPrivate }, owner }: OwnTileProps) {
  const { t } = useTranslation()
  const mutation = watchlistPrivacyMutation(useQueryClient(), owner.userId, tile.film.id)
  const privacy = useToggle(mutation, isPrivate, { failed: t('film.watchlistFailed') })
  return (
    <PosterTile
      {...tile}
      name={isPrivate ? [title, t('profile.watchlist.private')].join(t('log.tile.separator')) : title}
      badge={
        isPrivate ? (
          <PosterMark corner="start">
            <Lock size={14} />
          </PosterMark>
        ) : null
      }
      watchlistRows={[
        {
          label: t(isPrivate ? 'profile.watchlist.makePublic' : 'profile.watchlist.makePrivate'),
          icon: isPrivate ? <LockOpen /> : <Lock />,
          onSelect: privacy.press,
        },
        { label: t('profile.watchlist.remove'), icon: <Trash2 />, onSelect: owner.onRemove },
      ]}
    />
  )
}
