import { useParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { filmReviewsQuery } from '#web/features/film-page/film-reviews.api.ts'
import { FilmReviews } from '#web/features/film-page/film-reviews.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import page from '#web/ui/layout/page.module.css'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const filmId = Number(args.params['id'])
  return prefetch(loaderQueryClient(args).prefetchInfiniteQuery(filmReviewsQuery(filmId)))
}

/** Every review of a film with its replies. */
export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const back = useBack(paths.film(id))
  usePageTitle(t('filmReviews.title'))
  return (
    <>
      <TopBar title={t('filmReviews.title')} onBack={back} />
      <div className={page.reading}>
        <FilmReviews key={id} filmId={Number(id)} />
      </div>
    </>
  )
}
