import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTrending } from '#shared/api/films.ts'
import { addJob, migrateJobs } from '#server/core/jobs.ts'
import { startFilmSourceServer } from '#test/fakes/film-source-server.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const token = 'a-token-of-some-length'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { METRICS_TOKEN: token } })
  await migrateJobs(app.ctx.pool)
})
afterAll(() => app.close())

const read = (authorization?: string) =>
  fetch(`${app.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })

test.each([undefined, '', token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`])(
  'are nobody’s who sends %s',
  async (authorization) => {
    const answer = await read(authorization)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(await answer.text()).not.toContain('scene_')
  },
)

test('are not there without a token of the operator’s', async () => {
  const own = await startTestApp()
  try {
    const { headers, ...answer } = await fetch(`${own.url}/metrics`)
    expect([answer.status === 200 && headers.get('content-type')?.startsWith('text/plain')]).toEqual([false])
  } finally {
    await own.close()
  }
})

test('tell of answers, the process, connections, jobs and backups, and name nobody', async () => {
  const member = await buildMember(app)
  expect((await app.call(listTrending, { as: member })).status).toBe(200)
  await fetch(`${app.url}/api/users/${member.id}`)
  await addJob(app.db, 'metrics.test', { secret: member.email })
  const answer = await read(`Bearer ${token}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/movies\/trending",status="200"\} 1/,
  )
  expect(text).toMatch(/route="\/api\/users\/:userId"/)
  expect(text).toMatch(/^scene_jobs_pending\{task="metrics\.test"\} 1$/m)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'scene_sockets',
    'scene_job_oldest_seconds',
    'scene_backup_last_success_timestamp_seconds',
    'scene_db_connections\\{state="idle"\\}',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(text).toMatch(/^scene_db_query_duration_seconds_count\{name="insert members"\} [1-9]/m)
  for (const one of [member.id, member.email, member.username]) expect(text).not.toContain(one)
})

test('count attempts at jobs, requests to the film source and mails by how they went', async () => {
  const source = await startFilmSourceServer()
  const own = await startTestApp({
    jobs: true,
    env: {
      METRICS_TOKEN: token,
      TMDB_API_KEY: 'key',
      TMDB_BASE_URL: source.url,
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  })
  try {
    const as = await buildMember(own)
    source.otherwise(() => ({ status: 401, json: { status_code: 7 } }))
    await own.call(listTrending, { as })
    await addJob(own.db, 'mail.send', { to: as.email, template: 'verify-email', locale: 'en', code: '1' })
    const counted = async () => {
      const answer = await fetch(`${own.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      return answer.text()
    }
    await vi.waitUntil(async () => (await counted()).includes('scene_mail_total{outcome="failed"} 1'), {
      timeout: 20_000,
    })
    const text = await counted()
    expect(text).toMatch(/^scene_film_source_requests_total\{outcome="refused"\} [1-9]/m)
    expect(text).toMatch(/^scene_jobs_total\{task="mail\.send",outcome="failed"\} 1$/m)
    expect(text).not.toContain(as.email)
  } finally {
    await own.close()
    await source.close()
  }
})
