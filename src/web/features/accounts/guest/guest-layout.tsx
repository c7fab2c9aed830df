import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { locales } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { wallFilms, wallPath, wallPicture } from '#shared/poster-wall.ts'
import { changeLocale, useTranslation } from '#web/i18n/index.ts'
import { posterSource } from '#web/lib/pictures.ts'
import { isDataSaved, languageNames } from '#web/lib/preferences.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './guest-layout.module.css'

const posterSizes = '(min-width: 1024px) 14vw, (min-width: 600px) 12vw, 20vw'

/** Decorative: after everything else, and not at all where data is saved. On phones all are one picture. */
function PosterWall() {
  const { locale } = useTranslation()
  const isSaved = isDataSaved()
  const picture = isSaved ? {} : { '--wall-picture': `url('${wallPath(locale)}')` }
  return (
    <div className={styles.wall} aria-hidden="true">
      <div className={styles.posters} style={picture as CSSProperties}>
        {wallFilms.map((film, at) => (
          <span key={film} className={styles.poster} style={placeOf(at) as CSSProperties}>
            {isSaved ? null : (
              <img
                {...posterSource([`/poster${film}-0.jpg`], { sizes: posterSizes, language: locale })}
                alt=""
                width={185}
                height={278}
                loading="lazy"
                fetchPriority="low"
                decoding="async"
                onError={(event) => (event.currentTarget.hidden = true)}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

const placeOf = (at: number) => ({
  '--column': at % wallPicture.columns,
  '--row': Math.floor(at / wallPicture.columns),
})

/** Each language by its own name, in effect at once. */
function LanguageSwitch() {
  const { t, locale: current } = useTranslation()
  return (
    <fieldset role="radiogroup" className={styles.languages} aria-label="Language · اللغة · Langue">
      {locales.map((locale) => (
        <label key={locale} className={styles.language} lang={locale}>
          <input
            type="radio"
            name="language"
            checked={locale === current}
            onChange={() => void changeLocale(locale).catch(() => toast.error(t('common.languageFailed')))}
          />
          {languageNames[locale]}
        </label>
      ))}
    </fieldset>
  )
}

interface GuestLayoutProps {
  title: string
  /** Says what Scene is, over a wall of posters on phones too: a high one, or a low one above a long form. */
  welcome?: 'high' | 'low'
  children: ReactNode
}

/** The column of the account screens; from 1024 px beside a wall of posters. */
export function GuestLayout({ title, welcome, children }: GuestLayoutProps) {
  const { t } = useTranslation()
  return (
    <div className={classNames(styles.layout, welcome && styles[welcome])}>
      <div className={styles.column}>
        <LanguageSwitch />
        <div className={styles.card}>
          <Link className={styles.logo} to={paths.home()}>
            <Logo size={44} />
          </Link>
          {welcome ? (
            <div className={styles.promise}>
              <p className={styles.line}>{t('auth.promise.line')}</p>
              <p className={styles.more}>{t('auth.promise.more')}</p>
            </div>
          ) : null}
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </div>
      <PosterWall />
    </div>
  )
}
