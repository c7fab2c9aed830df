import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { pickerDebounceMs } from '#web/features/films/films.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { MorePages, type Pages } from '#web/features/paging/paged-list.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { prefersReducedMotion } from '#web/lib/motion.ts'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { isRtl } from '#web/ui/direction.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { columnUnits, gapUnits, gifBeside, placeGifs, type Direction, type GifCell } from './gif-columns.ts'
import styles from './gif-picker.module.css'
import {
  gifItems,
  gifSearchQuery,
  recentGifsQuery,
  trendingGifsQuery,
  type GifItem,
  type GifPage,
} from './gifs.api.ts'

const tabs = ['recent', 'trending', 'sad', 'celebrating', 'laughing', 'mindBlown'] as const
type Tab = (typeof tabs)[number]

/** What the moods search for, whatever the language of the screen. */
const moods = { sad: 'sad', celebrating: 'celebrating', laughing: 'laughing', mindBlown: 'mind blown' }

function queryOfTab(tab: Tab) {
  if (tab === 'recent') return recentGifsQuery()
  return tab === 'trending' ? trendingGifsQuery() : gifSearchQuery(moods[tab])
}

interface GifPickerProps {
  onChoose: (gif: GifItem) => void
  onClose: () => void
}

/** Finds a GIF for a log or a comment. */
export function GifPicker({ onChoose, onClose }: GifPickerProps) {
  const { t } = useTranslation()
  const [provider, setProvider] = useState<GifPage['provider'] | null>(null)
  return (
    <Sheet open onClose={onClose} title={t('gifs.title')} footer={<ProviderBadge provider={provider} />}>
      <Picking onChoose={onChoose} onProvider={setProvider} />
    </Sheet>
  )
}

interface PickingProps {
  onChoose: (gif: GifItem) => void
  onProvider: (provider: GifPage['provider']) => void
}

function Picking({ onChoose, onProvider }: PickingProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { query } = useSettledQuery(text, pickerDebounceMs)
  const [tab, chooseTab] = useTab()
  // On a phone the keyboard would cover what there is to choose from.
  const hasKeyboard = useMediaQuery('(pointer: fine)')
  const box = useRef<HTMLDivElement>(null)
  const answer = useInfiniteQuery(
    query === '' ? queryOfTab(tab) : { ...gifSearchQuery(query), placeholderData: keepPreviousData },
  )
  const gifs = gifItems(answer.data)
  const places = placeGifs(gifs ?? [])

  const provider = answer.data?.pages[0]?.provider
  useEffect(() => {
    if (provider) onProvider(provider)
  }, [provider, onProvider])

  const shown = query === '' ? tab : `search ${query}`
  const change = (next: string) => {
    setText(next)
    box.current?.parentElement?.scrollTo({ top: 0 })
  }

  /** Arrows lead from the box to the GIFs, among them, and back; everything stays in reach of Tab. */
  useKeyDown(box, (event) => {
    const { target, currentTarget } = event
    if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const field = currentTarget.querySelector('input')
    const tiles = [...currentTarget.querySelectorAll<HTMLElement>('[data-gif]')]
    const at = tiles.indexOf(target)
    const direction = directionOf(event.key, isRtl(currentTarget))
    if (direction === null) return
    if (target === field && direction === 'down') tiles[0]?.focus()
    else if (at >= 0) {
      const next = gifBeside(places, at, direction)
      if (next !== null) tiles[next]?.focus()
      else if (direction === 'up') field?.focus()
    } else return
    // At an edge the key would scroll the GIF in focus away.
    event.preventDefault()
  })

  return (
    <div ref={box} className={styles.picker}>
      <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label={t('gifs.search')}
          clearLabel={t('search.clear')}
          value={text}
          onChange={change}
          maxLength={50}
          data-autofocus={hasKeyboard ? '' : undefined}
        />
      </form>
      <Tabs
        className={styles.tabs}
        label={t('gifs.kinds')}
        // A search is none of the tabs; choosing one ends it.
        value={query === '' ? tab : null}
        onChange={(next) => {
          change('')
          chooseTab(next)
        }}
        tabs={tabs.map((value) => ({ value, label: t(`gifs.tabs.${value}`) }))}
      >
        <GifResults
          key={shown}
          answer={answer}
          gifs={gifs}
          places={places}
          emptyText={shown === 'recent' ? t('gifs.recentEmpty') : t('search.noResults')}
          onChoose={onChoose}
        />
      </Tabs>
    </div>
  )
}

/** The chosen tab; to begin with those used last, or what is in fashion for who has used none. */
function useTab(): [tab: Tab, choose: (tab: Tab) => void] {
  const [chosen, choose] = useState<Tab | null>(null)
  const { data, isError } = useInfiniteQuery(recentGifsQuery())
  if (chosen !== null) return [chosen, choose]
  const hasNone = isError || gifItems(data)?.length === 0
  return [hasNone ? 'trending' : 'recent', choose]
}

function directionOf(key: string, rtl: boolean): Direction | null {
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft') return rtl ? 'after' : 'before'
  if (key === 'ArrowRight') return rtl ? 'before' : 'after'
  return null
}

const names = { giphy: 'GIPHY', klipy: 'KLIPY' }

/** Whose GIFs they are, as the providers' terms ask for; its place is kept until that is known. */
function ProviderBadge({ provider }: { provider: GifPage['provider'] | null }) {
  const { t } = useTranslation()
  return (
    <p className={styles.badge}>
      {provider === null
        ? null
        : provider === 'scene'
          ? t('gifs.builtIn')
          : t('gifs.poweredBy', { name: names[provider] })}
    </p>
  )
}

/** What the picker reads of its query. */
interface GifsAnswer extends Pages {
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

interface GifResultsProps {
  answer: GifsAnswer
  /** Undefined while there are none to show yet. */
  gifs: GifItem[] | undefined
  /** The place of each GIF in the grid. */
  places: GifCell[]
  emptyText: string
  onChoose: (gif: GifItem) => void
}

/** The grid of a tab or a search, what shows while there is none, and the way to more. */
function GifResults({ answer, gifs, places, emptyText, onChoose }: GifResultsProps) {
  const { t } = useTranslation()
  const { error, isPlaceholderData: areOlder } = answer
  if (gifs === undefined && error !== null) {
    return <LoadFailed error={error} offline={t('gifs.offline')} onRetry={answer.refetch} />
  }
  const answered = gifs !== undefined && !areOlder
  return (
    <div aria-busy={!answered}>
      <VisuallyHidden>
        <span role="status">{answered ? t('search.results', { count: gifs.length }) : ''}</span>
      </VisuallyHidden>
      {gifs === undefined ? (
        <GridSkeleton />
      ) : gifs.length === 0 && !areOlder ? (
        <EmptyState drawing="strip" text={emptyText} />
      ) : (
        <div className={styles.frame} style={units}>
          <ul className={styles.grid} data-older={areOlder}>
            {gifs.map((gif, index) => (
              <li key={gif.url} style={gridPlace(places[index])}>
                <GifTile gif={gif} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {answered ? <MorePages pages={answer} /> : null}
    </div>
  )
}

const units = { '--column-units': columnUnits, '--gap-units': gapUnits } as CSSProperties

function gridPlace(place: GifCell | undefined): CSSProperties {
  return place ? { gridColumn: place.column + 1, gridRow: `span ${place.span}` } : {}
}

function GridSkeleton() {
  return (
    <div className={styles.frame} style={units} aria-hidden="true">
      <div className={styles.grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} style={{ gridRow: `span ${columnUnits + gapUnits}` }}>
            <Skeleton height="100%" radius="var(--radius-card)" />
          </div>
        ))}
      </div>
    </div>
  )
}

interface GifTileProps {
  gif: GifItem
  onChoose: (gif: GifItem) => void
}

/** A GIF to choose: it stands still, and plays under the pointer and in focus where motion is welcome. */
function GifTile({ gif, onChoose }: GifTileProps) {
  const { t } = useTranslation()
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [failed, setFailed] = useState(false)
  return (
    <button
      type="button"
      data-gif=""
      className={styles.tile}
      aria-label={gif.title === '' ? t('gifs.untitled') : t('gifs.alt', { title: gif.title })}
      onClick={() => onChoose(gif)}
      // A finger chooses; it does not hover.
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType === 'mouse')}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      {failed ? (
        <span className={styles.failed}>
          <bdi>{gif.title}</bdi>
        </span>
      ) : (
        <img
          className={styles.picture}
          src={gif.still}
          alt=""
          width={gif.width}
          height={gif.height}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
        />
      )}
      {(isPointedAt || isFocused) && !prefersReducedMotion() ? (
        <img className={styles.picture} src={gif.url} alt="" draggable={false} />
      ) : null}
    </button>
  )
}
