import { directionOfLanguage } from '#shared/language-scripts.ts'

interface FilmTitleProps {
  film: { title: string; titleLang?: string | undefined }
  className?: string | undefined
}

/** A film's title in its own language and direction. */
export function FilmTitle({ film: { title, titleLang = '' }, className }: FilmTitleProps) {
  return titleLang === '' ? (
    <bdi className={className}>{title}</bdi>
  ) : (
    <bdi className={className} lang={titleLang} dir={directionOfLanguage(titleLang)}>
      {title}
    </bdi>
  )
}

interface OtherTitleProps {
  film: { otherTitle?: { title: string; lang: string } | null | undefined }
  className?: string | undefined
}

/** The title that stands below the one that is shown; nothing where there is none. */
export function OtherTitle({ film: { otherTitle }, className }: OtherTitleProps) {
  return otherTitle ? (
    <FilmTitle film={{ title: otherTitle.title, titleLang: otherTitle.lang }} className={className} />
  ) : null
}
