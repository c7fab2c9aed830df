import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { filmSorts } from '#shared/api/logs.ts'
import { memberFilmsQuery, type LoggedFilm } from '#web/features/logs/logs.api.ts'
import { FindFilms } from '#web/features/paging/ways-on.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { FilmTile } from './film-tile.tsx'
import { LongGrid } from './long-grid.tsx'
import { ProfileSearch, whileTyping } from './profile-search.tsx'
import { ProfileParts } from '#web/features/profile/profile-parts.tsx'
import { filmsChoice, type ProfileTabProps } from '../profile-tabs.ts'
import { SortBar, TagFilter } from './sort-bar.tsx'

const idOf = ({ tmdbId }: LoggedFilm) => tmdbId

/** Every film that a member logged. */
export function FilmsTab({ member, isOwner }: ProfileTabProps) {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const choice = filmsChoice(search)
  const { data, ...pages } = useInfiniteQuery({
    ...memberFilmsQuery(member._id, choice),
    ...whileTyping(choice),
  })
  const films = useMemo(() => pageItems(data, idOf), [data])
  const isFavorites = choice.sort === 'favorites'
  return (
    <>
      <ProfileParts userId={member._id} />
      <SortBar
        {...choice}
        sorts={filmSorts.map((value) => ({ value, label: t(`profile.filmsTab.sorts.${value}`) }))}
        orderFixed={isFavorites}
        onChange={(next) => choose(next)}
        filter={
          <>
            <TagFilter userId={member._id} of="logs" tag={choice.tag} onChange={(tag) => choose({ tag })} />
            <ProfileSearch
              userId={member._id}
              q={choice.q}
              onChange={choose}
              found={pages.isPlaceholderData ? undefined : films?.length}
              hasMore={pages.hasNextPage}
              what="films"
            />
          </>
        }
      />
      <LongGrid
        key={`${choice.sort} ${choice.order} ${choice.tag}`}
        label={t('profile.filmsTab.label')}
        items={films}
        keyOf={idOf}
        renderTile={(film, at, columns) => <FilmTile film={film} own={isOwner} eager={at < columns} />}
        below="1.5rem"
        empty={t(
          choice.q !== ''
            ? 'search.noResults'
            : isFavorites
              ? 'profile.filmsTab.emptyFavorites'
              : 'profile.filmsTab.empty',
        )}
        drawing={isFavorites && choice.q === '' ? 'shelf' : 'strip'}
        wayOn={isOwner && choice.q === '' && choice.tag === '' ? <FindFilms /> : null}
        pages={pages}
      />
    </>
  )
}
