import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import type { Suggestion } from '#shared/api/members.ts'
import { paths } from '#shared/paths.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { useCopyLink } from '#web/features/links/use-link-items.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MemberRow } from './member-row.tsx'
import { suggestionsQuery } from './members.api.ts'
import styles from './suggestions.module.css'

interface SuggestionsProps {
  /** How many, 24 at most. */
  count?: number
  /** Among other sections of a screen: a smaller drawing where nobody is there. */
  small?: boolean
}

/** Members whom the viewer may like to follow: by taste, then by who is active. In two columns where there is room. */
export function Suggestions({ count = 12, small = false }: SuggestionsProps) {
  const { t } = useTranslation()
  const viewer = useSession()?.user
  const copyLink = useCopyLink()
  const { data: members, isError, refetch } = useQuery(suggestionsQuery(viewer?._id ?? '', count))
  if (!members) {
    return isError ? (
      <LoadFailed onRetry={refetch} />
    ) : (
      <LoadingRows count={Math.min(count, 6)} height="5.5rem" />
    )
  }
  if (members.length === 0) {
    return (
      <EmptyState
        drawing="seats"
        small={small}
        text={t('suggestions.empty')}
        action={
          <Button variant="secondary" size="sm" onClick={() => void copyLink(paths.signup())}>
            {t('common.copyLink')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.box}>
      <ul className={styles.list}>
        {members.map((member) => (
          <li key={member._id}>
            <SuggestionRow member={member} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SuggestionRow({ member }: { member: Suggestion }) {
  const { t } = useTranslation()
  const { filmsInCommon, films } = member
  const cast = useCastings(films)
  return (
    <MemberRow
      member={member}
      note={
        filmsInCommon === 0 ? undefined : (
          <span className={styles.common}>{t('suggestions.common', { count: filmsInCommon })}</span>
        )
      }
      extra={
        films.length === 0 ? null : (
          <span className={styles.posters}>
            {films.map((film, at) => (
              <span key={film.id} className={styles.poster}>
                {cast(at, null, <FilmPoster film={film} sizes="44px" alt={film.title} />)}
              </span>
            ))}
          </span>
        )
      }
    />
  )
}
