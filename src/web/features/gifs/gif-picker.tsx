import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pickerDebounce } from '#web/features/films/film-search.api.ts'
import { useKeyDown } from '#web/lib/use-key-down.ts'
import { useSettledQuery } from '#web/lib/use-settled-query.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { isRtl } from '#web/ui/direction.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { gifBeside, placeGifs, type Direction } from './gif-columns.ts'
import { GifResults } from './gif-results.tsx'
import {
  gifItems,
  gifSearchQuery,
  recentGifsQuery,
  trendingGifsQuery,
  type GifItem,
  type GifPage,
} from './gifs.api.ts'
import styles from './gif-picker.module.css'

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
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('gifs.title')}
      closeLabel={t('common.close')}
      footer={<ProviderBadge provider={provider} />}
    >
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
  const { query } = useSettledQuery(text, pickerDebounce)
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
          placeholder={t('gifs.search')}
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
    <p className={styles.badge} data-provider={provider}>
      {provider === null
        ? null
        : provider === 'scene'
          ? t('gifs.builtIn')
          : t('gifs.poweredBy', { name: names[provider] })}
    </p>
  )
}
