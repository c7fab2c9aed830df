// npm run bench:web [-- login home …] [--runs 5] [--width 390] [--dpr 2] [--port 4270] [--verbose] [--record]
// What a phone waits for: opens screens of the built client in a browser with a slow network and a slow processor, and
// holds what they load and how long that takes against the goals. Bytes, requests and calls are the same on a busy
// machine; times are not.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { busyCores } from './machine.mjs'
import { launch, openFolder, openProduct, root } from './product.mjs'
import { record } from './record.mjs'
import { addDiarist, signInAs } from './web-members.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    width: { type: 'string', default: '390' },
    dpr: { type: 'string', default: '2' },
    port: { type: 'string', default: '0' },
    /** Says every call and its time, and the largest requests. */
    verbose: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})

/** 1.6 Mbit/s down, 0.75 up, 150 ms there and back, a quarter of the processor. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const processor = 4
const quietCores = 0.15
/** Milliseconds without a request after which a screen has loaded. */
const restMs = 1500

const filmed = 965150
const guest = { lcp: 1300, tbt: 50, cls: 0.01, kB: 175, requests: 12, js: 110 }
/** The screens by name; `as` is the member, `again` opens it a second time and measures that. */
const screens = {
  login: { path: '/login', goals: guest },
  signup: { path: '/signup', goals: { ...guest, lcp: 1500 } },
  home: {
    path: '/',
    as: 'layla',
    goals: { lcp: 1900, tbt: 120, cls: 0.02, kB: 355, requests: 35, calls: 4, depth: 1, js: 145 },
  },
  again: { path: '/', as: 'layla', again: true, goals: { lcp: 900, kB: 25, js: 0, calls: 4, depth: 1 } },
  guest: { path: '/@diarist', goals: { lcp: 1500, tbt: 50, cls: 0.01, js: 0 } },
  film: { path: `/movie/${filmed}`, as: 'layla', goals: { lcp: 2200, cls: 0.02 } },
  profile: { path: '/profile', as: 'diarist', goals: { lcp: 2200, cls: 0.02 } },
}
const wanted = positionals.length > 0 ? positionals : Object.keys(screens)
const unknown = wanted.filter((name) => !Object.hasOwn(screens, name))
if (unknown.length > 0) {
  console.error(`Screens: ${Object.keys(screens).join(' ')}`)
  process.exit(2)
}

const contextOf = (browser, address, session) =>
  browser.newContext({
    viewport: { width: Number(flags.width), height: 844 },
    deviceScaleFactor: Number(flags.dpr),
    isMobile: Number(flags.width) < 768,
    hasTouch: Number(flags.width) < 768,
    locale: 'en-GB',
    colorScheme: 'dark',
    storageState: {
      cookies: [],
      origins: [{ origin: address, localStorage: session ? entriesOf(session) : [] }],
    },
  })

const entriesOf = ({ user, token }) =>
  Object.entries({ token, user: JSON.stringify(user) }).map(([name, value]) => ({ name, value }))

/** In the page, before its own scripts: notes what the browser tells of painting, moving and working. */
function observe() {
  const seen = { lcp: 0, what: '', cls: 0, fcp: 0, long: [] }
  window.measured = seen
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    const { element: at } = entry
    seen.what = at
      ? `${at.tagName.toLowerCase()} ${entry.url || at.textContent.trim().slice(0, 40)}`
      : entry.url
  })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  on('longtask', ({ startTime, duration }) => seen.long.push([startTime, duration]))
}

/** What the browser asked for, from the network's own events: address, kind, bytes on the wire, begin and end. */
function listen(session) {
  const requests = new Map()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    if (!request.url.startsWith('http')) return
    requests.set(requestId, { url: request.url, type, begin: timestamp, end: null, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const known = requests.get(requestId)
    if (known) known.cached = true
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const known = requests.get(requestId)
    if (known && response.fromDiskCache) known.cached = true
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const known = requests.get(requestId)
    if (known) Object.assign(known, { end: timestamp, bytes: encodedDataLength })
  })
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const known = requests.get(requestId)
    if (known) Object.assign(known, { end: timestamp, failed: true })
  })
  session.on('Network.webSocketCreated', ({ requestId, url }) => {
    requests.set(requestId, { url, type: 'WebSocket', begin: Infinity, end: Infinity, bytes: 0 })
  })
  return requests
}

/** The depth of the calls: the longest chain in which each call began after the previous one had ended. */
function depthOf(calls) {
  const depths = []
  const sorted = calls.toSorted((a, b) => a.begin - b.begin)
  for (const { begin } of sorted) {
    const before = sorted.flatMap(({ end }, at) => (depths[at] && end <= begin ? [depths[at]] : []))
    depths.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths)
}

async function open(context, address, { isThrottled }) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (isThrottled) {
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  }
  await page.addInitScript(observe)
  const requests = listen(session)
  await page.goto(address, { waitUntil: 'commit' })
  for (let last = Date.now(), count = 0; Date.now() - last < restMs; await sleep(100)) {
    const under = [...requests.values()].some(({ end }) => end === null)
    if (under || requests.size > count) last = Date.now()
    count = requests.size
  }
  const seen = await page.evaluate(() => window.measured)
  await page.close()
  return { ...seen, requests: [...requests.values()] }
}

const isCall = ({ url }) => new URL(url).pathname.startsWith('/api/')

function figuresOf({ lcp, cls, fcp, long, what, requests }) {
  const loaded = requests.filter(({ cached }) => !cached)
  const bytes = (of = () => true) => loaded.filter(of).reduce((sum, one) => sum + one.bytes, 0) / 1000
  const calls = requests.filter(isCall)
  return {
    lcp,
    tbt: long.reduce((sum, [start, ms]) => sum + (start >= fcp ? Math.max(0, ms - 50) : 0), 0),
    cls,
    kB: bytes(),
    js: bytes(({ type }) => type === 'Script'),
    fonts: bytes(({ type }) => type === 'Font'),
    images: bytes(({ type }) => type === 'Image'),
    requests: loaded.length,
    calls: calls.length,
    depth: depthOf(calls),
    what,
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const round = (value, digits) => Number(value.toFixed(digits))

function tell(name, { requests }) {
  const start = Math.min(...requests.map(({ begin }) => begin))
  const ms = (at) => round((at - start) * 1000, 0)
  for (const { url, type, begin, end, bytes, cached } of requests)
    console.log(`${name} ${ms(begin)}-${ms(end)} ms ${type} ${cached ? 'cached' : `${bytes} B`} ${url}`)
}

/** The median of the runs, each in a browser profile of its own. */
async function measure(browser, address, sessions, name) {
  const { path, as, again } = screens[name]
  const runs = []
  for (let run = 0; run < Number(flags.runs); run += 1) {
    const context = await contextOf(browser, address, sessions[as])
    if (again) await open(context, address + path, { isThrottled: false })
    const seen = await open(context, address + path, { isThrottled: true })
    await context.close()
    if (flags.verbose && run === 0) tell(name, seen)
    runs.push(figuresOf(seen))
  }
  const figures = Object.keys(runs[0]).filter((figure) => figure !== 'what')
  const middle = Object.fromEntries(figures.map((figure) => [figure, median(runs.map((one) => one[figure]))]))
  return { workload: name, ...middle, what: runs[0].what }
}

const units = { lcp: [' ms', 0], tbt: [' ms', 0], cls: ['', 3], kB: [' kB', 1], js: [' kB', 1] }

function print(results) {
  const shown = ['lcp', 'tbt', 'cls', 'kB', 'requests', 'calls', 'depth', 'js']
  const rows = results.map((result) => {
    const { goals } = screens[result.workload]
    const cells = shown.map((figure) => {
      const [unit, digits] = units[figure] ?? ['', 0]
      const value = `${round(result[figure], digits)}${unit}`
      const goal = goals[figure]
      // The browser reports no largest paint when everything faded in.
      if (figure === 'lcp' && result.lcp === 0) return 'none told'
      return goal === undefined
        ? value
        : `${value}, ${goal}: ${result[figure] <= goal ? 'reached' : 'MISSED'}`
    })
    return `| ${result.workload} | ${cells.join(' | ')} |`
  })
  console.log(
    '\n| screen | LCP | TBT | CLS | on the wire | requests | API calls | one after another | JavaScript |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  console.log(rows.join('\n'))
  for (const { workload, what, fonts, images } of results)
    console.log(`${workload}: LCP is ${what}; fonts ${round(fonts, 1)} kB, pictures ${round(images, 1)} kB`)
}

async function measureAll(address, sessions) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    // Once without the clock, so that every picture is drawn and every statement known.
    for (const name of wanted) {
      const context = await contextOf(browser, address, sessions[screens[name].as])
      await open(context, address + screens[name].path, { isThrottled: false })
      await context.close()
    }
    const results = []
    for (const name of wanted) results.push(await measure(browser, address, sessions, name))
    return results
  } finally {
    await browser.close()
  }
}

execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-missing'], { cwd: root, stdio: 'inherit' })
const busy = await busyCores()
const folder = openFolder()
try {
  // The demo community comes into an empty folder by itself.
  const first = await launch(['src/server/main.mjs'], { SCENE_DATA_DIR: folder, SCENE_DEMO: '1', PORT: '0' })
  await first.end()
  const product = await openProduct(folder)
  try {
    const sessions = {
      layla: await signInAs(product.pool, 'layla'),
      diarist: await addDiarist(product.pool),
    }
    const { rows } = await product.pool.query("select current_setting('server_version') as version")
    const server = await launch(['src/server/main.mjs'], {
      ...product.env,
      SCENE_DATA_DIR: folder,
      PORT: flags.port,
    })
    try {
      const results = await measureAll(server.address, sessions)
      print(results)
      const noisy = busy > quietCores
      if (noisy) console.log(`\nOthers used ${round(busy, 2)} cores before: times say little`)
      if (flags.record)
        record({ size: 'web', runs: Number(flags.runs), noisy, results }, rows[0].version.split(' ')[0])
    } finally {
      await server.end()
    }
  } finally {
    await product.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
