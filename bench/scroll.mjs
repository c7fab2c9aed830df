// npm run bench -- scroll [--films 20000] [--list] [--width 390] [--seconds 10] [--speed 4000] [--deep 0]
// Scrolls through all that one member logged, or put into one list, in a browser: time between frames against that of an empty page
// in the same run, and how many tiles are alive. Needs the built web files.
import { rmSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { launch, openFolder, openProduct } from './product.mjs'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    films: { type: 'string', default: '20000' },
    /** A ranked list of them instead of the Films tab. */
    list: { type: 'boolean', default: false },
    width: { type: 'string', default: '390' },
    seconds: { type: 'string', default: '10' },
    /** CSS pixels a second. */
    speed: { type: 'string', default: '4000' },
    /** Measured after so many films are loaded. */
    deep: { type: 'string', default: '0' },
  },
})
const folder = openFolder()

const member = '01900000-0000-7000-8000-000000000001'
const token = 'scroll-token-000000000000'
/** So few that they are drawn before the measurement. */
const posters = 60

async function fill(pool, count) {
  const { films } = await loadStore()
  const known = films.id.length
  const rows = Array.from({ length: count }, (_, at) => ({
    id: films.id[at] ?? 2_000_000_000 + at,
    title: films.title[at % known],
    poster_path: `/poster${films.id[at % posters]}-0.jpg`,
  }))
  await pool.query(
    `insert into members (id, username, email, search_text, avatar)
     values ($1, 'diarist', 'diarist@bench.example', ' diarist', '/art/avatar-diarist.webp')`,
    [member],
  )
  await pool.query('update diaries set films_count = $2 where member_id = $1', [member, count])
  await pool.query(
    `insert into sessions (id, member_id, token_hash, expires_at)
     values ($1, $1, sha256(convert_to($2, 'utf8')), now() + interval '1 day')`,
    [member, token],
  )
  await pool.query(
    `insert into films (id, title, poster_path)
     select id, title, poster_path from json_to_recordset($1) as f (id int, title text, poster_path text)`,
    [JSON.stringify(rows)],
  )
  await pool.query(
    `insert into logs (id, member_id, film_id, rating, review, created_at)
     select overlay(overlay(md5('log' || id) placing '7' from 13) placing '8' from 17)::uuid, $1, id,
       1 + id % 10, case when id % 3 = 0 then 'Seen.' else '' end, now() - id * interval '1 second'
     from films`,
    [member],
  )
  await pool.query(
    `insert into lists (id, member_id, title, is_ranked, films_count) values ($1, $1, 'All', true, $2)`,
    [member, count],
  )
  await pool.query(
    `insert into list_films (list_id, film_id, position) select $1, id, row_number() over (order by id)
     from films`,
    [member],
  )
  await pool.query('analyze')
}

/** In the page: scrolls at a steady speed and notes every frame. */
async function scrollOn({ seconds, speed }) {
  const frames = []
  let tiles = 0
  const from = performance.now()
  let last = from
  await new Promise((done) => {
    const step = (now) => {
      if (now > last) frames.push(now - last)
      window.scrollBy(0, (speed * (now - last)) / 1000)
      last = now
      tiles = Math.max(tiles, document.querySelectorAll('main li').length)
      if (now - from > seconds * 1000) done()
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  const sorted = frames.slice(1).toSorted((a, b) => a - b)
  const at = (share) => Number(sorted[Math.floor(sorted.length * share)].toFixed(1))
  return {
    frames: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    tiles,
    offset: Math.round(window.scrollY),
  }
}

/** In the page: to the end again and again, until the film of that number is there. */
async function goDown(deep) {
  const there = () => Number([...document.querySelectorAll('main li[aria-posinset]')].at(-1)?.ariaPosInSet)
  while (there() < deep) {
    window.scrollTo(0, document.documentElement.scrollHeight)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

/** Milliseconds that the page's main thread computed a frame, by what it did: other processes count for nothing. */
async function withWork(page, order) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
  }
  const before = await read()
  const result = await page.evaluate(scrollOn, order)
  const after = await read()
  const work = (name) => Number(((after[name] - before[name]) / result.frames).toFixed(1))
  return {
    ...result,
    main: work('TaskDuration'),
    script: work('ScriptDuration'),
    layout: work('LayoutDuration'),
    style: work('RecalcStyleDuration'),
  }
}

async function measure(address) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const user = JSON.stringify({ _id: member, username: 'diarist', token })
  const entries = Object.entries({ token, user }).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: Number(flags.width), height: 844 },
    storageState: { cookies: [], origins: [{ origin: address, localStorage: entries }] },
  })
  const page = await context.newPage()
  const order = { seconds: Number(flags.seconds), speed: Number(flags.speed) }
  await page.setContent('<body style="margin:0;block-size:1000000px;background:linear-gradient(#000,#fff)">')
  const floor = await withWork(page, order)
  await page.goto(address + (flags.list ? `/list/${member}` : '/profile?tab=films'))
  await page.locator('main li a').first().waitFor({ timeout: 120_000 })
  // Once through the first ones, until all posters are drawn and every part has run.
  await page.evaluate(scrollOn, { seconds: 8, speed: 1500 })
  await page.evaluate(goDown, Number(flags.deep))
  await page.waitForLoadState('networkidle')
  const films = await withWork(page, order)
  await browser.close()
  console.table({ 'empty page': floor, [`${flags.films} films`]: films })
}

const { env, close } = await openProduct(folder, ({ pool }) => fill(pool, Number(flags.films)))
try {
  const server = await launch(['src/server/main.mjs'], { ...env, PORT: '0' })
  try {
    await measure(server.address)
  } finally {
    await server.end()
  }
} finally {
  await close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
