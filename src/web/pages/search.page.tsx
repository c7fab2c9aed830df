import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { DiscoverFilms, DiscoverLists } from '#web/features/browse/discover.tsx'
import { Suggestions } from '#web/features/members/suggestions.tsx'
import { SeenPeople } from '#web/features/search/person-grid.tsx'
import { RecentSearches } from '#web/features/search/recent-searches.tsx'
import { searchTabOf, searchTabs, type SearchTab } from '#web/features/search/recents.ts'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { useResultKeys } from '#web/features/search/use-result-keys.ts'
import { useSearch } from '#web/features/search/use-search.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import hidden from '#web/ui/layout/visually-hidden.module.css'
import page from '#web/ui/layout/page.module.css'
import styles from './search.module.css'

const maxLength = 100

export function Component() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const saveTab = useCallback(
    (tab: SearchTab) => setAddress({ tab }, { replace: true, preventScrollReset: true }),
    [setAddress],
  )
  const search = useSearch(searchTabOf(address.get('tab')), saveTab)
  const { setText } = search
  const clear = useCallback(() => setText(''), [setText])
  // What another app shared with this one (manifest.*.webmanifest): a title where there is one.
  const shared = ['q', 'text', 'url'].map((name) => address.get(name)?.trim() ?? '').find(Boolean)
  useEffect(() => {
    if (shared === undefined) return
    setText(shared.slice(0, maxLength))
    setAddress({}, { replace: true, preventScrollReset: true })
  }, [shared, setText, setAddress])
  const { box, results, onBoxKeyDown } = useResultKeys(clear)
  usePageTitle(t('search.title'))
  return (
    <div className={page.page}>
      {/* The box itself says what the screen is; the heading is for screen readers. */}
      <h1 className={hidden.hidden}>{t('search.title')}</h1>
      <form
        role="search"
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault()
          search.submit()
        }}
      >
        <SearchField
          ref={box}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          clearLabel={t('search.clear')}
          value={search.text}
          onChange={setText}
          onKeyDown={onBoxKeyDown}
          maxLength={maxLength}
        />
      </form>
      <Tabs
        label={t('search.kind')}
        value={search.tab}
        onChange={search.setTab}
        tabs={searchTabs.map((value) => ({ value, label: t(`search.tabs.${value}`) }))}
      >
        <div ref={results}>
          {search.query === '' ? (
            <>
              <RecentSearches
                recents={search.recents}
                onRepeat={search.repeat}
                onForget={search.forget}
                onLastForgotten={() => box.current?.focus()}
              />
              <Discover tab={search.tab} />
            </>
          ) : (
            <SearchResults tab={search.tab} query={search.query} onAnswer={search.record} />
          )}
        </div>
      </Tabs>
    </div>
  )
}

/** What there is to find, for who does not look for something by name. */
function Discover({ tab }: { tab: SearchTab }) {
  const { t } = useTranslation()
  switch (tab) {
    case 'films':
      return <DiscoverFilms />
    case 'users':
      return (
        <Section title={t('discover.people')}>
          <Suggestions />
        </Section>
      )
    case 'lists':
      return <DiscoverLists />
    case 'actors':
      return <SeenPeople key={tab} job="actor" />
    case 'directors':
      return <SeenPeople key={tab} job="director" />
  }
}
