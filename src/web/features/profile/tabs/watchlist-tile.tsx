import { useQueryClient } from '@tanstack/react-query'
import { Eye, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AudienceDialog } from '#web/features/audiences/audience-dialog.tsx'
import { AudienceIcon } from '#web/features/audiences/audience-mark.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster, wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterMark } from '#web/features/films/poster-mark.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import {
  watchlistAudienceMutation,
  watchlistPrivacyMutation,
  type WatchlistItem,
} from '#web/features/shelves/watchlist.api.ts'
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

/** A film to see. What is not for all members carries its mark, which only its owner ever sees. */
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

function OwnTile({ tile, item: { title, isPrivate, audience = 'members' }, owner }: OwnTileProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)
  const mutation = watchlistPrivacyMutation(queryClient, owner.userId, tile.film.id)
  const privacy = useToggle(mutation, isPrivate, { failed: t('film.watchlistFailed') })
  const seenBy = isPrivate
    ? t('profile.watchlist.private')
    : t('audiences.seenBy', { audience: t(`audiences.names.${audience}`) })
  return (
    <>
      <PosterTile
        {...tile}
        name={audience === 'members' && !isPrivate ? title : [title, seenBy].join(t('log.tile.separator'))}
        badge={
          audience === 'members' && !isPrivate ? null : (
            <PosterMark corner="start">
              <AudienceIcon audience={isPrivate ? 'me' : audience} size={14} />
            </PosterMark>
          )
        }
        watchlistRows={[
          {
            label: t(isPrivate ? 'profile.watchlist.makePublic' : 'profile.watchlist.makePrivate'),
            icon: isPrivate ? <LockOpen /> : <Lock />,
            onSelect: privacy.press,
          },
          { label: t('audiences.label'), icon: <Eye />, onSelect: () => setChoosing(true) },
          { label: t('profile.watchlist.remove'), icon: <Trash2 />, onSelect: owner.onRemove },
        ]}
      />
      {isChoosing ? (
        <AudienceDialog
          title={title}
          present={isPrivate ? 'me' : audience}
          mutation={watchlistAudienceMutation(queryClient, owner.userId, tile.film.id)}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}
