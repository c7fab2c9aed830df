import { Award } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import type { PersonPage } from './people.api.ts'
import type { Role } from './person-role.ts'
import styles from './awards-line.module.css'

const site = 'IMDb'

/** One line of facts in English; without one, where to look for them. */
export function AwardsLine({ person, role }: { person: PersonPage; role: Role }) {
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
        <p lang="en" dir="ltr">
          {line}
        </p>
      )}
    </div>
  )
}
