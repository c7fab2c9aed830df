import { useTranslation } from '#web/i18n/index.ts'
import styles from './evenings.module.css'

/** On which services somebody can watch a film, never whose they are; nothing where that is none. */
export function OnServices({ services }: { services: readonly string[] }) {
  const { t, locale } = useTranslation()
  if (services.length === 0) return null
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(services)
  return <p className={styles.services}>{t('tonight.on', { services: names })}</p>
}
