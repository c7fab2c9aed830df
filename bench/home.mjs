// B2: all that the home screen asks the server for after a login, as a browser on a wide screen sends it: compressed, six
// connections, each group of calls when the one before it is answered.
import { encode, openConnection } from './connection.mjs'

/** As many as a browser opens to one address. */
const browserConnections = 6
const reviews = '/api/logs/reviews/friends?limit=6'

/** The paths of one load, in groups that are asked side by side. */
export const homeCalls = (member) => {
  const feed = `/api/logs/feed/${member}`
  const unread = `/api/notifications/unread/${member}`
  return [
    // Before the screen shows.
    ['/api/movies/trending', feed],
    // By what it then shows: posters and the navigation.
    [`/api/users/${member}/film-marks`, unread],
    // Below what is in sight, once the browser is idle.
    [
      reviews,
      `/api/logs/user/${member}?sort=watched&limit=50`,
      `/api/users/${member}/suggestions?limit=3`,
      '/api/lists/popular?limit=24',
    ],
    // Again, once the socket has joined: what was told before it did is not known.
    [unread, feed, reviews],
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
