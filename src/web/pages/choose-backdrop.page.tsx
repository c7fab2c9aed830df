import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { BackdropChooser, filmIdOf } from '#web/features/edit-profile/backdrop-chooser.tsx'
import { filmQuery } from '#web/features/films/films.api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const filmId = filmIdOf(new URL(args.request.url).searchParams)
  return filmId === null ? null : prefetch(loaderQueryClient(args).prefetchQuery(filmQuery(filmId)))
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  usePageTitle(t('backdrop.title'))
  return member ? <BackdropChooser key={member._id} userId={member._id} /> : null
}
