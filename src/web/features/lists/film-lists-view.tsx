import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import page from '#web/ui/layout/page.module.css'
import { ListGrid } from './list-grid.tsx'
import { filmListsQuery } from './lists.api.ts'

interface FilmListsViewProps {
  filmId: number
  onBack: () => void
}

/** The lists that hold a film. */
export function FilmListsView({ filmId, onBack }: FilmListsViewProps) {
  const { t } = useTranslation()
  const { data: film } = useQuery(filmQuery(filmId))
  const pages = useInfiniteQuery(filmListsQuery(filmId))
  const heading = film ? t('filmLists.title', { title: film.title }) : t('filmLists.lists')
  usePageTitle(heading)
  return (
    <>
      <TopBar title={<bdi>{heading}</bdi>} onBack={onBack} />
      <div className={page.page}>
        <ListGrid pages={pages} empty={t('filmLists.empty')} failed={t('filmLists.failed')} />
      </div>
    </>
  )
}
