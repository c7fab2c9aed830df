import { useTranslation } from '#web/i18n/index.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { pictureUrl } from '#web/lib/pictures.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { defaultRegion, providerGroups, type Provider } from './providers.ts'
import styles from './where-to-watch.module.css'

interface WhereToWatchProps {
  providers: FilmPage['providers']
  /** ISO 3166-1; null until the member chose one. */
  region: string | null
  onRegion: (region: string) => void
}

/** Where a film can be seen, by region. */
export function WhereToWatch({ providers, region: chosen, onRegion }: WhereToWatchProps) {
  const { t, locale } = useTranslation()
  if (Object.keys(providers).length === 0) return <p className={styles.none}>{t('film.whereEmpty')}</p>

  const region = chosen ?? defaultRegion(providers, navigator.languages)
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const collator = new Intl.Collator(locale)
  const regions = [...new Set([...Object.keys(providers), region])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => collator.compare(a.label, b.label))
  const groups = providerGroups(providers[region])
  const link = providers[region]?.link ?? ''
  return (
    <div className={styles.where}>
      <div className={styles.region}>
        <span aria-hidden="true">{t('film.region')}</span>
        <Select label={t('film.region')} value={region} onChange={onRegion} options={regions} />
      </div>
      {groups.length === 0 ? (
        <p className={styles.none}>{t('film.whereRegionEmpty')}</p>
      ) : (
        <>
          {groups.map((group) => (
            <section key={group.way} className={styles.group} aria-label={t(`film.ways.${group.way}`)}>
              <h3 className={styles.way}>{t(`film.ways.${group.way}`)}</h3>
              <ul className={styles.offers}>
                {group.providers.map((provider) => (
                  <li key={provider.provider_id}>
                    <ProviderRow provider={provider} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <p className={styles.credit}>
            {/^https?:/.test(link) ? (
              <a href={link} target="_blank" rel="noreferrer">
                {t('film.whereCredit')}
              </a>
            ) : (
              t('film.whereCredit')
            )}
          </p>
        </>
      )}
    </div>
  )
}

function ProviderRow({ provider }: { provider: Provider }) {
  const { t } = useTranslation()
  const others = provider.ways.slice(1)
  return (
    <div className={styles.offer}>
      <span className={styles.logo} aria-hidden="true">
        {provider.logo_path === null ? (
          provider.provider_name.slice(0, 1)
        ) : (
          <img src={pictureUrl(provider.logo_path, 'w92')} alt="" width={44} height={44} loading="lazy" />
        )}
      </span>
      <span className={styles.names}>
        <bdi>{provider.provider_name}</bdi>{' '}
        {others.length > 0 ? (
          <span className={styles.others}>{others.map((way) => t(`film.ways.${way}`)).join(' · ')}</span>
        ) : null}
      </span>
    </div>
  )
}
