import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { memberFilmLogsQuery } from '#web/features/logs/logs.api.ts'
import { MemberFilmLogs, useMemberFilmLogsTitle } from '#web/features/logs/member-film-logs.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

function whose({ movieId, userId = '' }: LoaderFunctionArgs['params']) {
  return { userId, filmId: Number(movieId) }
}

export function loader(args: LoaderFunctionArgs) {
  const { userId, filmId } = whose(args.params)
  return prefetch(loaderQueryClient(args).prefetchQuery(memberFilmLogsQuery(userId, filmId)))
}

export function Component() {
  const logs = whose(useParams())
  const title = useMemberFilmLogsTitle(logs)
  const back = useBack(paths.film(logs.filmId))
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} onBack={back} />
      <div className={styles.reading}>
        <MemberFilmLogs key={`${logs.userId} ${logs.filmId}`} {...logs} />
      </div>
    </>
  )
}
