import { Link } from 'react-router'
import type { Finding } from '#shared/api/admin.ts'
import { healthCodes, type HealthArea } from '#shared/health.ts'
import type { Locale } from '#shared/locale.ts'
import { useTranslation, type TextKey } from '#web/i18n/index.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { adminPath, type AdminPart } from './admin-parts.ts'
import styles from './status-row.module.css'

/** The part of the operators' page that shows more of an area. */
const partOf: Partial<Record<HealthArea, AdminPart>> = {
  'data-folder': 'storage',
  jobs: 'jobs',
  backups: 'backups',
  storage: 'storage',
  mail: 'mail',
  'film-source': 'film-source',
  model: 'scenebot',
}

/** Paths, hosts and reasons run left to right in a sentence of any language. */
const isolated = (text: string) => `\u2066${text}\u2069`

const factText = (name: string, value: string | number, locale: Locale) => {
  if (typeof value === 'number') return value
  if (name === 'gigabytes') return formatNumber(Number(value), locale, 1)
  return name === 'at' ? formatMoment(value, locale) : isolated(value)
}

const factTexts = (facts: Finding['facts'], locale: Locale) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, factText(name, value, locale)]))

type Ailing = {
  [Code in keyof typeof healthCodes]: (typeof healthCodes)[Code] extends 'ok' ? never : Code
}[keyof typeof healthCodes]

const isAiling = (code: keyof typeof healthCodes): code is Ailing => healthCodes[code] !== 'ok'

/** What the finding says, and what to do about it; null where nothing is to be done. */
function textKeys({ code }: Finding): { seen: TextKey; todo: TextKey | null } {
  if (code === 'unreadable') return { seen: 'admin.unreadable', todo: 'admin.health.todo.unreadable' }
  return {
    seen: `admin.health.seen.${code}`,
    todo: isAiling(code) ? `admin.health.todo.${code}` : null,
  }
}

interface StatusRowProps {
  finding: Finding
  /** Without the way to the part that it stands in itself. */
  here?: AdminPart
}

/** How one thing stands that Scene needs: a dot with its word, what was seen, what to do. */
export function StatusRow({ finding, here }: StatusRowProps) {
  const { t, locale } = useTranslation()
  const { about, state, facts } = finding
  const { seen, todo } = textKeys(finding)
  const values = factTexts(facts, locale)
  const name = t(`admin.health.area.${about}`)
  const part = partOf[about]
  return (
    <div className={styles.row}>
      <span className={classNames(styles.state, styles[state])}>{t(`admin.health.state.${state}`)}</span>
      <span className={styles.name}>{name}</span>
      <span className={styles.texts}>
        <span>{t(seen, values)}</span>
        {todo ? <span className={styles.todo}>{t(todo, values)}</span> : null}
      </span>
      {typeof facts['at'] === 'string' ? <Age className={styles.age} at={facts['at']} /> : null}
      {part && part !== here && state !== 'ok' ? (
        <Link
          className={buttonClass('secondary', 'sm')}
          to={adminPath(part)}
          aria-label={t('admin.health.showNamed', { name })}
        >
          {t('admin.health.show')}
        </Link>
      ) : null}
    </div>
  )
}
