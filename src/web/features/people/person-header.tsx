import type { PersonRole } from '#shared/api/people.ts'
import { Award, TreePalm } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { defaultAvatar, portraitSource } from '#web/lib/pictures.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { ArtworkEdge } from '#web/ui/layout/hero.tsx'
import { Poster } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { PersonPage } from './people.api.ts'
import styles from './person-header.module.css'
import { ageOf } from './person-role.ts'

const sizes = '(min-width: 1024px) 220px, (min-width: 600px) 160px, 116px'

/** A hyphen between two word joiners: a name as Al-Mansour stays on one line. */
const unbroken = '\u2060-\u2060'

/** Portrait, name, badge and dates. The heading is in the bar above, so the name here is silent. */
export function PersonHeader({ person, role }: { person: PersonPage; role: PersonRole }) {
  const { t, locale } = useTranslation()
  const portrait = portraitSource(person.profile)
  const day = (date: string | null) => (date === null ? '' : formatDate(date, locale))
  const { birthday, deathday } = person
  const years = ageOf(person)
  const aged = years === null ? '' : t('personWork.age', { value: years })
  const facts = [
    { text: t('people.born', { date: day(birthday) }), known: day(birthday) !== '' },
    { text: aged, known: aged !== '' && deathday === null },
    { text: t('people.died', { date: day(deathday) }), known: day(deathday) !== '' },
    { text: aged, known: aged !== '' && deathday !== null },
    { text: person.place_of_birth ?? '', known: Boolean(person.place_of_birth) },
  ].filter(({ known }) => known)
  return (
    <>
      <div className={styles.stage} aria-hidden="true">
        {portrait.src === undefined ? null : <img className={styles.light} src={portrait.src} alt="" />}
        <ArtworkEdge className={portrait.src === undefined ? styles.unlit : undefined} />
      </div>
      <div className={styles.header}>
        <div className={styles.portrait}>
          <Poster src={null} {...portrait} fallback={defaultAvatar} sizes={sizes} alt="" eager />
        </div>
        <div className={styles.facts}>
          <p className={styles.name} aria-hidden="true">
            <bdi>{person.name.replaceAll('-', unbroken)}</bdi>
          </p>
          {person.saudi[role] ? (
            <p className={styles.badge}>
              <TreePalm aria-hidden="true" size={16} />
              {t('people.saudi')}
            </p>
          ) : null}
          {facts.length > 0 ? (
            <ul className={styles.dates}>
              {facts.map(({ text }) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </>
  )
}

export function PersonHeaderSkeleton() {
  return (
    <>
      <div className={styles.stage} />
      <div className={styles.header}>
        <div className={styles.portrait}>
          <div className={styles.portraitBox}>
            <Skeleton height="100%" radius="var(--radius-poster)" />
          </div>
        </div>
        <div className={styles.facts}>
          <Skeleton height="2.5rem" width="70%" />
          <Skeleton height="1.25rem" width="50%" />
        </div>
      </div>
    </>
  )
}

const site = 'IMDb'

/** One line of facts, in the reader's language; without one, where to look for them. */
export function AwardsLine({ person, role }: { person: PersonPage; role: PersonRole }) {
  const { t } = useTranslation()
  const line = person.awards[role]
  return (
    <div className={styles.awards}>
      <Award className={styles.icon} aria-hidden="true" size={20} />
      {line === null ? (
        <p>
          <TextWithSlot text={t('people.awardsUnknown', { site: slot })}>
            <a
              href={`https://www.imdb.com/find/?s=nm&q=${encodeURIComponent(person.name)}`}
              target="_blank"
              rel="noreferrer"
            >
              {site}
            </a>
          </TextWithSlot>
        </p>
      ) : (
        <p dir="auto">{line}</p>
      )}
    </div>
  )
}
