import { useState } from 'react'
import { Link } from 'react-router'
import type { Figures, StatsPerson, StatsTrait } from '#shared/api/statistics.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { countryNames, filmLanguageNames, genreName } from '#web/features/films/source-names.ts'
import { useTranslation, type Translate } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { BarRows } from '#web/ui/charts/bar-rows.tsx'
import { ChartCard } from '#web/ui/charts/chart-figure.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import styles from './statistics.module.css'

/** What films have in common. */
type ShareKind = 'genres' | 'countries' | 'languages' | 'directors' | 'actors'

const shown = 10
const ratedForBest = 3

/** What films have in common, by how many have it or by how they were rated. */
export function ShareCard({ kind, figures }: { kind: ShareKind; figures: Figures }) {
  const { t, locale } = useTranslation()
  const [order, setOrder] = useState<'mostSeen' | 'bestRated'>('mostSeen')
  const [whole, setWhole] = useState(false)
  const shares: readonly (StatsTrait | StatsPerson)[] = figures[kind]
  const title = t(`stats.${kind}`)
  const ordered = order === 'mostSeen' ? bySeen(shares) : byRated(shares)
  const lacking = figures.lacking[kind === 'directors' || kind === 'actors' ? 'people' : kind]
  const rows = (whole ? ordered : ordered.slice(0, shown)).map((share) => ({
    key: 'key' in share ? share.key : String(share.id),
    picture: 'profile' in share ? <Avatar src={share.profile} size={44} /> : undefined,
    name: <ShareName kind={kind} share={share} />,
    text:
      order === 'mostSeen'
        ? formatNumber(share.films, locale)
        : t('stats.rated', { average: formatNumber(share.average ?? 0, locale, 1) }),
    value: order === 'mostSeen' ? share.films : (share.average ?? 0),
  }))
  return (
    <ChartCard
      title={title}
      action={
        <ToggleGroup
          label={t('stats.sort', { title })}
          value={order}
          onChange={setOrder}
          options={(['mostSeen', 'bestRated'] as const).map((value) => ({
            value,
            label: t(`stats.${value}`),
          }))}
        />
      }
      note={[
        ...(order === 'bestRated' ? [t('stats.atLeast')] : []),
        ...(lacking > 0 ? [t('stats.lacking', { count: lacking })] : []),
      ].join(' · ')}
    >
      {rows.length > 0 ? (
        <BarRows
          rows={rows}
          most={order === 'mostSeen' ? Math.max(...ordered.map(({ films }) => films)) : 5}
        />
      ) : (
        <p className={styles.none}>{t('stats.nothing')}</p>
      )}
      {ordered.length > shown ? (
        <Button variant="ghost" size="sm" onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {t(whole ? 'common.showFewer' : 'stats.showAll')}
        </Button>
      ) : null}
    </ChartCard>
  )
}

const inShort = 5

interface ShortListProps {
  kind: 'genres' | 'countries' | 'languages'
  figures: Figures
}

/** The commonest of a kind, in few words. */
export function ShortList({ kind, figures }: ShortListProps) {
  const { t, locale } = useTranslation()
  const shares = bySeen(figures[kind]).slice(0, inShort)
  return (
    <ChartCard title={t(`stats.${kind}`)}>
      {shares.length > 0 ? (
        <ol className={styles.shortList}>
          {shares.map((share) => (
            <li key={share.key}>
              {traitName(kind, share.key, { t, locale })}{' '}
              <span className={styles.fact}>{formatNumber(share.films, locale)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles.none}>{t('stats.nothing')}</p>
      )}
    </ChartCard>
  )
}

type Share = StatsTrait | StatsPerson

const bySeen = <One extends Share>(shares: readonly One[]) => shares.toSorted((a, b) => b.films - a.films)

const byRated = (shares: readonly Share[]) =>
  shares
    .filter(({ rated }) => rated >= ratedForBest)
    .toSorted((a, b) => (b.average ?? 0) - (a.average ?? 0) || b.rated - a.rated)

function ShareName({ kind, share }: { kind: ShareKind; share: Share }) {
  const { t, locale } = useTranslation()
  if ('id' in share)
    return (
      <Link
        className={styles.person}
        to={kind === 'directors' ? paths.director(share.id) : paths.actor(share.id)}
      >
        <bdi>{share.name}</bdi>
      </Link>
    )
  return traitName(kind, share.key, { t, locale })
}

/** A genre, country or language in the language of the screen. */
function traitName(kind: ShareKind, key: string, { t, locale }: { t: Translate; locale: Locale }): string {
  if (kind === 'genres') return genreName({ id: Number(key), name: key }, t)
  if (kind === 'countries') return countryNames(locale, t)(key)
  return filmLanguageNames(locale)(key)
}
