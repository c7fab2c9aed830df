import { redirect, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { logPath } from '#web/features/logs/log-target.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'

/** Sends to the review when the log has text or media, else to the film. */
export async function loader(args: LoaderFunctionArgs) {
  const logId = args.params['logId'] ?? ''
  try {
    const log = await loaderQueryClient(args).ensureQueryData(logQuery(logId))
    return redirect(logPath(log))
  } catch {
    // The review screen says what is wrong with it.
    return redirect(paths.review(logId))
  }
}

export function Component() {
  return null
}
