import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Rss } from 'lucide-react'
import { useFeedDialog } from '#web/features/keys/use-feed-dialog.tsx'
import { FindFilms } from '#web/features/paging/ways-on.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import {
  removeFromWatchlistMutation,
  restoreToWatchlistMutation,
  watchlistGenres,
  watchlistQuery,
  watchlistSorts,
  type WatchlistItem,
} from '#web/features/shelves/watchlist.api.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { KeptForLater } from '#web/lib/outbox.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { LongGrid } from './long-grid.tsx'
import { watchlistChoice, type ProfileTabProps } from '../profile-tabs.ts'
import { SortBar } from './sort-bar.tsx'
import { WatchlistTile } from './watchlist-tile.tsx'
import styles from './watchlist-tab.module.css'

const idOf = ({ tmdbId }: WatchlistItem) => tmdbId

/** The films that a member wants to see. */
export function WatchlistTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const choice = watchlistChoice(search, isOwner)
  const { data, ...pages } = useInfiniteQuery(watchlistQuery(member._id, choice))
  const items = useMemo(() => pageItems(data, idOf), [data])
  const { panel, remove } = useRemoval(member._id, items)
  const feeds = useFeedDialog({ kind: 'watchlist', name: t('keys.feeds.watchlist') })
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      {isOwner ? (
        <SortBar
          {...choice}
          sorts={watchlistSorts.map((value) => ({ value, label: t(`profile.watchlist.sorts.${value}`) }))}
          onChange={(next) => choose(next)}
          filter={<IconButton label={t('keys.feeds.menu')} icon={<Rss />} onClick={feeds.open} />}
        >
          <div className={styles.genres}>
            <ToggleGroup
              label={t('profile.watchlist.genre')}
              value={choice.genre}
              onChange={(genre) => choose({ genre })}
              options={watchlistGenres.map((value) => ({
                value,
                label: t(`profile.watchlist.genres.${value}`),
              }))}
            />
          </div>
        </SortBar>
      ) : null}
      <LongGrid
        key={`${choice.sort} ${choice.order} ${choice.genre}`}
        label={t('profile.watchlist.label')}
        items={items}
        keyOf={idOf}
        renderTile={(item, at, columns) => (
          <WatchlistTile
            item={item}
            eager={at < columns}
            owner={isOwner ? { userId: member._id, onRemove: () => void remove(item, at) } : undefined}
          />
        )}
        empty={t('profile.watchlist.empty')}
        drawing="shelf"
        wayOn={
          !isOwner ? null : choice.genre === 'all' ? (
            <FindFilms />
          ) : (
            <Button variant="secondary" size="sm" onClick={() => choose({ genre: 'all' })}>
              {t('profile.watchlist.allGenres')}
            </Button>
          )
        }
        pages={pages}
      />
      {feeds.dialog}
    </div>
  )
}

/** Taking films off: at once, with a way back for as long as the toast stays. */
function useRemoval(userId: string, items: readonly WatchlistItem[] | undefined) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const removal = useMutation(removeFromWatchlistMutation(queryClient, userId))
  const restoration = useMutation(restoreToWatchlistMutation(queryClient))
  const panel = useRef<HTMLDivElement>(null)
  const gone = useRef<{ id: number; at: number }>(null)

  // The focus was on the tile that went: the one in its place has it next, else the tab.
  useEffect(() => {
    const tile = gone.current
    if (!tile || items?.some((item) => item.tmdbId === tile.id)) return
    gone.current = null
    const links = [...(panel.current?.querySelectorAll<HTMLElement>('li a') ?? [])]
    const next = links.find((link) => Number(link.closest('li')?.ariaPosInSet) > tile.at)
    ;(next ?? panel.current)?.focus({ preventScroll: true })
  }, [items])

  const comeBack = async (item: WatchlistItem) => {
    try {
      await restoration.mutateAsync(item)
    } catch (error) {
      if (!(error instanceof KeptForLater)) toast.error(t('film.watchlistFailed'))
    }
  }
  const remove = async (item: WatchlistItem, at: number) => {
    gone.current = { id: item.tmdbId, at }
    try {
      await removal.mutateAsync(item).catch((error: unknown) => {
        if (!(error instanceof KeptForLater)) throw error
      })
      toast.show({
        text: t('profile.watchlist.removed'),
        action: { label: t('common.undo'), onSelect: () => void comeBack(item) },
      })
    } catch {
      toast.error(t('film.watchlistFailed'))
    }
  }
  return { panel, remove }
}
