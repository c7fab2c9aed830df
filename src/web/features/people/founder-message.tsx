import { useTranslation } from 'react-i18next'
import type { Role } from './person-role.ts'
import styles from './founder-message.module.css'

/** The founder’s words to Saudi talent, in Arabic and in English whatever the member’s language. */
export function FounderMessage({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <aside className={styles.message} aria-label={t('people.founder.from')}>
      <p lang="ar" dir="rtl">
        {t(`people.founder.${role}.ar`)}
      </p>
      <p lang="en" dir="ltr">
        {t(`people.founder.${role}.en`)}
      </p>
      <p className={styles.from} aria-hidden="true">
        {t('people.founder.from')}
      </p>
    </aside>
  )
}
