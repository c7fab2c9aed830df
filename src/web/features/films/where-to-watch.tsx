import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#web/lib/preferences.ts'
import { pictureUrl } from '#web/lib/pictures.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { FilmPage } from './films.api.ts'
import { defaultRegion, mergeProviders } from './providers.ts'
import styles from './where-to-watch.module.css'

/** Where a film can be seen, by region (specification 2, section 9). */
export function WhereToWatch({ providers }: { providers: FilmPage['providers'] }) {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const [region, setRegion] = useState(() => defaultRegion(providers, navigator.languages))
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const regions = [...new Set([...Object.keys(providers), region])].map((code) => ({
    code,
    name: names.of(code) ?? code,
  }))
  if (Object.keys(providers).length === 0) return <EmptyState text={t('film.whereEmpty')} />

  const collator = new Intl.Collator(locale)
  const offers = mergeProviders(providers[region])
  return (
    <div className={styles.where}>
      <label className={styles.region}>
        <span>{t('film.region')}</span>
        <select value={region} onChange={(event) => setRegion(event.target.value)}>
          {regions
            .toSorted((a, b) => collator.compare(a.name, b.name))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
      </label>
      {offers.length === 0 ? (
        <EmptyState text={t('film.whereRegionEmpty')} />
      ) : (
        <>
          <ul className={styles.offers}>
            {offers.map((offer) => (
              <li key={offer.provider_id} className={styles.offer}>
                <span className={styles.logo} aria-hidden="true">
                  {offer.logo_path === null ? (
                    offer.provider_name.slice(0, 1)
                  ) : (
                    <img
                      src={pictureUrl(offer.logo_path, 'w92')}
                      alt=""
                      width={44}
                      height={44}
                      loading="lazy"
                    />
                  )}
                </span>
                <span className={styles.names}>
                  <bdi>{offer.provider_name}</bdi>
                  <span className={styles.ways}>
                    {offer.ways.map((way) => t(`film.ways.${way}`)).join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.credit}>{t('film.whereCredit')}</p>
        </>
      )}
    </div>
  )
}
