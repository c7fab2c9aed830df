import { Clock, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import type { RecentSearch } from './recents.ts'
import styles from './recent-searches.module.css'

interface RecentSearchesProps {
  recents: readonly RecentSearch[]
  onRepeat: (search: RecentSearch) => void
  onForget: (search: RecentSearch) => void
  /** The focus is to go somewhere. */
  onLastForgotten: () => void
}

export function RecentSearches({ recents, onRepeat, onForget, onLastForgotten }: RecentSearchesProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)

  /** The focus goes on to the neighbour, so that several can be removed in a row. */
  function forget(search: RecentSearch, at: number) {
    const rows = [...(list.current?.children ?? [])]
    const next = rows[at + 1] ?? rows[at - 1]
    const button = next?.querySelector<HTMLElement>('button:last-of-type')
    onForget(search)
    if (button) button.focus()
    else onLastForgotten()
  }

  if (recents.length === 0) return <EmptyState drawing="strip" text={t('search.recentEmpty')} />
  return (
    <Section title={t('search.recent')}>
      <ul className={styles.list} ref={list}>
        {recents.map((search, at) => (
          <li key={`${search.tab} ${search.query}`} className={styles.row}>
            <button type="button" className={styles.repeat} onClick={() => onRepeat(search)}>
              <Clock aria-hidden="true" size={20} className={styles.clock} />
              <bdi className={styles.query}>{search.query}</bdi>{' '}
              <span className={styles.tab}>{t(`search.tabs.${search.tab}`)}</span>
            </button>
            <IconButton
              label={t('search.removeRecent', { query: search.query })}
              icon={<X size={20} />}
              onClick={() => forget(search, at)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
