import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { FoldRow } from '#web/ui/feedback/hint-row.tsx'
import styles from './folded-films.module.css'

interface FoldedFilmsProps {
  /** Films that are only spelled like the query. */
  alike: readonly FilmItem[]
  /** Films that the rules of search leave out. */
  lesserKnown: readonly FilmItem[]
  /** How films are shown once a row is open. */
  children: (films: FilmItem[]) => ReactNode
}

/**
 * Results of a search that are not shown at once: a row for each kind, which opens in place. Give it the query as its
 * `key`.
 */
export function FoldedFilms({ alike, lesserKnown, children }: FoldedFilmsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'alike' | 'lesser'>()
  const fold = (kind: typeof open, films: readonly FilmItem[], label: ReactNode) =>
    films.length > 0 ? (
      <>
        <FoldRow open={open === kind} onToggle={() => setOpen(open === kind ? undefined : kind)}>
          {label}
        </FoldRow>
        {open === kind ? children([...films]) : null}
      </>
    ) : null
  if (alike.length === 0 && lesserKnown.length === 0) return null
  return (
    <div className={styles.folded}>
      {fold(
        'alike',
        alike,
        <TextWithSlot text={t('found.didYouMean', { title: slot })}>
          {alike[0] ? <FilmTitle film={alike[0]} /> : null}
        </TextWithSlot>,
      )}
      {fold('lesser', lesserKnown, t('found.lesser', { count: lesserKnown.length }))}
    </div>
  )
}
