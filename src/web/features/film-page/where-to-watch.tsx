import { useTranslation } from '#web/i18n/index.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { countryNames } from '#web/features/films/source-names.ts'
import { logoSource } from '#web/lib/pictures.ts'
import { storeRegion } from '#web/lib/region.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { offerGroups, useOfferRegion, type Provider, type RegionChoice } from './region.ts'
import styles from './where-to-watch.module.css'

interface WhereToWatchProps {
  film: Pick<FilmPage, 'id' | 'local' | 'providers' | 'offerRegions'>
  onRegion: (region: string) => void
}

/** Where a film can be seen, by region. */
export function WhereToWatch({ film, onRegion }: WhereToWatchProps) {
  const { t, locale } = useTranslation()
  const { isHomeUnknown, ...choice } = useOfferRegion(film)
  if (film.offerRegions.length === 0) return <p className={styles.none}>{t('film.whereEmpty')}</p>

  const countryName = countryNames(locale, t)
  const collator = new Intl.Collator(locale)
  const regions = [...new Set([...film.offerRegions, choice.region])]
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => collator.compare(a.label, b.label))
  return (
    <div className={styles.where}>
      <div className={styles.region}>
        <span aria-hidden="true">{t('film.region')}</span>
        <Select
          label={t('film.region')}
          value={choice.region}
          onChange={(region) => {
            storeRegion(region)
            onRegion(region)
          }}
          options={regions}
        />
      </div>
      {isHomeUnknown ? <p className={styles.none}>{t('filmFacts.regionUnknown')}</p> : null}
      <Offers {...choice} />
    </div>
  )
}

function Offers({ local, error, retry }: RegionChoice) {
  const { t } = useTranslation()
  if (!local && error) return <LoadFailed text={t('film.whereRegionEmpty')} onRetry={retry} />
  if (!local) return <Skeleton height="4rem" radius="var(--radius-card)" />
  const groups = offerGroups(local.offers)
  if (groups.length === 0) return <p className={styles.none}>{t('film.whereRegionEmpty')}</p>
  const link = local.offers?.link ?? ''
  return (
    <>
      {groups.map(({ way, providers }) => (
        <section key={way} className={styles.group} aria-label={t(`film.ways.${way}`)}>
          <h3 className={styles.way}>{t(`film.ways.${way}`)}</h3>
          <ul className={styles.offers}>
            {providers.map((provider) => (
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
  )
}

function ProviderRow({ provider }: { provider: Provider }) {
  return (
    <div className={styles.offer}>
      <span className={styles.logo} aria-hidden="true">
        {provider.logo_path === null ? (
          provider.provider_name.slice(0, 1)
        ) : (
          <img {...logoSource(provider.logo_path, 40)} alt="" width={40} height={40} loading="lazy" />
        )}
      </span>
      <bdi className={styles.name}>{provider.provider_name}</bdi>
    </div>
  )
}
