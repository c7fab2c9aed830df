import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { RecentSearch } from './recents.ts'
import styles from './recent-searches.module.css'

interface RecentSearchesProps {
  recents: readonly RecentSearch[]
  onRepeat: (search: RecentSearch) => void
  onForget: (search: RecentSearch) => void
  /** The focus is to go somewhere. */
  onLastForgotten: () => void
}

/** What was looked for, each with a way to forget it; a line where nothing was. */
export function RecentSearches({ recents, onRepeat, onForget, onLastForgotten }: RecentSearchesProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)

  /** The focus goes on to the neighbour, so that several can be removed in a row. */
  function forget(search: RecentSearch, at: number) {
    const chips = [...(list.current?.children ?? [])]
    const next = chips[at + 1] ?? chips[at - 1]
    const button = next?.querySelector<HTMLElement>('button:last-of-type')
    onForget(search)
    if (button) button.focus()
    else onLastForgotten()
  }

  if (recents.length === 0) return <p className={styles.none}>{t('search.recentEmpty')}</p>
  return (
    <Section title={t('search.recent')}>
      <ul className={styles.list} ref={list}>
        {recents.map((search, at) => (
          <li key={`${search.tab} ${search.query}`} className={styles.chip}>
            <button type="button" className={styles.repeat} onClick={() => onRepeat(search)}>
              <bdi className={styles.query}>{search.query}</bdi>{' '}
              <span className={styles.tab}>{t(`search.tabs.${search.tab}`)}</span>
            </button>
            <button
              type="button"
              className={styles.forget}
              aria-label={t('search.removeRecent', { query: search.query })}
              onClick={() => forget(search, at)}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
