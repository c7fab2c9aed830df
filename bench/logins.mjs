// B9: two hundred logins in ten seconds, half of them with a wrong password, and what the feeds beside them feel.
import { hashPassword } from '#server/domains/accounts/passwords.ts'
import { ask } from './product.mjs'
import { passwords } from './requests.mjs'

const loginsPerSecond = 20
const seconds = 10

const setPasswords = async (pool) =>
  pool.query(
    `update members set password_hash = $1
     where username in (select 'member_' || i from generate_series(1, $2::int) i) and password_hash is null`,
    [await hashPassword(passwords.right), passwords.members],
  )

export async function measureLogins({ pool, server, order, newClient, round }) {
  await setPasswords(pool)
  const [client, other] = [newClient(), newClient()]
  const feeds = { ...order, workload: 'B1', seconds }
  const logins = { ...order, workload: 'logins', perSecond: loginsPerSecond, seconds }
  await ask(client, { ...feeds, seconds: 2 })
  const without = await ask(client, feeds)
  await ask(server.child, 'loop')
  const [beside, told] = await Promise.all([ask(client, feeds), ask(other, logins)])
  const { loopP99 } = await ask(server.child, 'loop')
  client.disconnect()
  other.disconnect()
  const { right, wrong } = told.kinds
  console.log(
    `B9 ${told.requests} logins (${right?.requests ?? 0} right, ${wrong?.requests ?? 0} wrong, ${told.failed} otherwise) p50 ${round(told.p50, 1)}, ` +
      `p99 ${round(told.p99, 1)} ms; feeds ${round(beside.perSecond, 0)}/s, p50 ${round(beside.p50, 1)}, p99 ${round(beside.p99, 1)} ms, ` +
      `without them ${round(without.perSecond, 0)}/s, ${round(without.p50, 1)}, ${round(without.p99, 1)} ms; loop p99 ${round(loopP99, 1)} ms`,
  )
  if (told.failed > 0) console.error(`B9: ${told.sample}`)
  return { logins: told, feeds: beside, without, loopP99 }
}
