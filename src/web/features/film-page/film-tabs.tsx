import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CastList } from './credits.tsx'
import { WhereToWatch } from './where-to-watch.tsx'
import styles from './film-tabs.module.css'

const tabs = ['cast', 'similar', 'where'] as const

/** Full Cast, Similar Films, Where to Watch; what is chosen is in the address. */
export function FilmTabs({ film }: { film: Pick<FilmPage, 'cast' | 'similar' | 'providers'> }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const tab = tabs.find((known) => known === address.get('tab')) ?? 'cast'
  const region = /^[A-Z]{2}$/.exec(address.get('region') ?? '')?.[0] ?? null
  const keep = (name: 'tab' | 'region', value: string) =>
    setAddress(
      (now) => {
        now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Tabs
      label={t('film.details')}
      value={tab}
      onChange={(next) => keep('tab', next)}
      tabs={tabs.map((value) => ({ value, label: t(`film.tabs.${value}`) }))}
    >
      <div className={styles.panel}>
        {tab === 'cast' ? (
          film.cast.length > 0 ? (
            <CastList cast={film.cast} variant="grid" />
          ) : (
            <EmptyState text={t('film.noCast')} />
          )
        ) : tab === 'similar' ? (
          film.similar.length > 0 ? (
            <FilmGrid films={film.similar} variant="captions" />
          ) : (
            <EmptyState text={t('film.similarEmpty')} />
          )
        ) : (
          <WhereToWatch
            providers={film.providers}
            region={region}
            onRegion={(next) => keep('region', next)}
          />
        )}
      </div>
    </Tabs>
  )
}
