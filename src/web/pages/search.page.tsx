import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RecentSearches } from '#web/features/search/recent-searches.tsx'
import { searchTabs } from '#web/features/search/recents.ts'
import { FilmResults, MemberResults } from '#web/features/search/search-results.tsx'
import { useSearch } from '#web/features/search/use-search.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import page from './page.module.css'
import styles from './search.module.css'

export function Component() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const wanted = searchTabs.find((tab) => tab === address.get('tab')) ?? null
  const search = useSearch(wanted)
  usePageTitle(t('search.title'))
  const results = {
    query: search.query,
    onAnswer: search.record,
  }
  return (
    <div className={page.page}>
      <h1 className={styles.title}>{t('search.title')}</h1>
      <form
        role="search"
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault()
          if (search.query !== '') search.record(search.query)
        }}
      >
        <SearchField
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          clearLabel={t('search.clear')}
          value={search.text}
          onChange={search.setText}
          maxLength={100}
        />
      </form>
      <Tabs
        label={t('search.kind')}
        value={search.tab}
        onChange={search.setTab}
        tabs={searchTabs.map((value) => ({ value, label: t(`search.tabs.${value}`) }))}
      >
        <div className={styles.panel}>
          {search.query === '' ? (
            <RecentSearches recents={search.recents} onRepeat={search.repeat} onForget={search.forget} />
          ) : search.tab === 'films' ? (
            <FilmResults {...results} />
          ) : (
            <MemberResults {...results} />
          )}
        </div>
      </Tabs>
    </div>
  )
}
