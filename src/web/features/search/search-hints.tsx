import { Clapperboard, Drama, LayoutGrid, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { SearchHints as Hints } from '#shared/api/search.ts'
import { paths } from '#shared/paths.ts'
import { countryNames, filmLanguageNames, genreName } from '#web/features/films/source-names.ts'
import { formatDecade } from '#web/lib/format.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { HintText, hintClass } from '#web/ui/feedback/hint-row.tsx'
import type { SearchTab } from './recents.ts'
import styles from './search-results.module.css'

/** Lines that point across tabs. */
const acrossTabs = 2

interface SearchHintsProps {
  hints: Hints
  tab: SearchTab
  /** Only one of them, or the way to all films where there is none: a place is kept for it. */
  first?: boolean
}

/** Lines that point to what a search may mean besides what its tab finds. */
export function SearchHints({ hints, tab, first = false }: SearchHintsProps) {
  const { t } = useTranslation()
  const people = hints.people.filter(({ role }) => tab !== `${role}s`)
  const across = people.map(({ id, name, role }) => ({
    to: role === 'director' ? paths.director(id) : paths.actor(id),
    icon: role === 'director' ? <Clapperboard size={20} /> : <Drama size={20} />,
    text: named(
      role === 'director' ? t('found.directing', { name: slot }) : t('found.acting', { name: slot }),
      name,
    ),
  }))
  const { member } = hints
  if (member && tab !== 'users')
    across.push({
      to: paths.profile(member._id),
      icon: <User size={20} />,
      text: named(t('found.member', { name: slot }), `@${member.username}`),
    })
  const shown = across.slice(0, first ? 1 : acrossTabs)
  const choices = first && shown.length > 0 ? null : (hints.choices ?? (first ? {} : null))
  if (shown.length === 0 && !choices) return null
  return (
    <ul className={styles.hints} aria-label={t('found.hints')}>
      {shown.map(({ to, icon, text }) => (
        <li key={to}>
          <Link className={hintClass} to={to}>
            <HintText icon={icon}>{text}</HintText>
          </Link>
        </li>
      ))}
      {choices ? (
        <li>
          <BrowseHint choices={choices} />
        </li>
      ) : null}
    </ul>
  )
}

const named = (text: string, name: string): ReactNode => (
  <TextWithSlot text={text}>
    <bdi>{name}</bdi>
  </TextWithSlot>
)

/** The way to all films of the kind that a query tells. */
function BrowseHint({ choices }: { choices: NonNullable<Hints['choices']> }) {
  const { t } = useTranslation()
  const names = useChoiceNames(choices)
  return (
    <Link className={hintClass} to={paths.films(choices)}>
      <HintText icon={<LayoutGrid size={20} />}>
        {t('found.browse', { choices: names.join(t('film.genreSeparator')) || t('browse.title') })}
      </HintText>
    </Link>
  )
}

function useChoiceNames({ genre = [], country, lang, decade, year, len }: NonNullable<Hints['choices']>) {
  const { t, locale } = useTranslation()
  return [
    ...genre.map((id) => genreName({ id, name: '' }, t)),
    ...(country === undefined ? [] : [countryNames(locale, t)(country)]),
    ...(lang === undefined ? [] : [filmLanguageNames(locale)(lang)]),
    ...(decade === undefined ? [] : [formatDecade(decade, locale)]),
    ...(year === undefined ? [] : [String(year)]),
    ...(len === undefined ? [] : [t(`browse.lengths.${len}`)]),
  ]
}
