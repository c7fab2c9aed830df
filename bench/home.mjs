// B2: everything that the home screen requests after a login, as a browser on a wide screen does: compressed, over
// six connections, each group of calls when the previous one is answered. In the browser the second group comes five
// seconds after the socket has joined; here it follows at once.
import { encode, openConnection } from './connection.mjs'

/** As many as a browser opens to one address. */
const browserConnections = 6

/** The paths of one load, in groups that are asked side by side. */
export const homeCalls = (member) => {
  const newest = `/api/logs/feed/${member}?limit=1`
  const unread = `/api/notifications/unread/${member}`
  return [
    ['/api/home?reviews=6', `/api/users/${member}/film-marks`],
    // Events from before the socket joined may have been missed. The feed is read again where its newest log is another.
    [unread, newest],
  ]
}

/** Loads home again and again, each time as another member. A load's time ends with its last answer. */
export async function visitHome({ port, encoding = 'br, gzip', targets }, tally) {
  const connections = await Promise.all(
    Array.from({ length: browserConnections }, () => openConnection(port)),
  )
  while (performance.now() < tally.until) {
    const as = Math.floor(Math.random() * targets.members.length)
    const since = performance.now()
    for (const group of homeCalls(targets.members[as])) {
      const answers = await Promise.all(
        group.map((path, at) => connections[at].ask(encode({ as, path }, encoding))),
      )
      for (const { status, bytes } of answers) {
        tally.bytes += bytes.length
        if (status >= 500) tally.broken += 1
        if (status === 200) continue
        tally.failed += 1
        tally.sample ??= bytes.toString('utf8', 0, 600)
      }
    }
    tally.times.push(performance.now() - since)
  }
  for (const connection of connections) connection.close()
}
