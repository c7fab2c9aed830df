// B11: a diary of 10,000 rows is imported, alone and while others read their feeds.
import { setTimeout as sleep } from 'node:timers/promises'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { tokenOf } from './data-set.mjs'
import { cpuMs, rssMb } from './machine.mjs'
import { ask } from './product.mjs'

const rows = 10_000
/** Of a long diary, two thirds of the films are in it only once. */
const distinct = 7_000
/** The members who import; they have average numbers of follows and followers. */
const importers = { alone: 9, some: 11, most: 7 }

/** As Letterboxd writes it; films are drawn by number, so that each run has the same. */
async function diary() {
  const { films } = await loadStore()
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = Array.from({ length: rows }, (_, row) => {
    const film = (row * 7919) % distinct
    const day = new Date(Date.UTC(1998, 0, 1 + row)).toISOString().slice(0, 10)
    const year = String(films.date[film]).slice(0, 4)
    return `${day},${cell(films.title[film])},${year},https://boxd.it/b${row},${1 + (row % 9) / 2},,,${day}`
  })
  return ['Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date', ...lines].join('\r\n')
}

/** Sends the diary as one of the importers and waits for the end of its import. */
async function importDiary(port, importer) {
  const url = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${tokenOf(importer)}` }
  const form = new FormData()
  form.set('file', new Blob([await diary()], { type: 'text/csv' }), 'diary.csv')
  const since = performance.now()
  const response = await fetch(`${url}/api/letterboxd/logs`, { method: 'POST', headers, body: form })
  const { importId, error } = await response.json()
  if (!importId) throw new Error(error)
  const queuedMs = performance.now() - since
  for (;;) {
    await sleep(100)
    const answer = await fetch(`${url}/api/imports/${importId}`, { headers })
    const progress = await answer.json()
    if (progress.state !== 'running') return { ms: performance.now() - since, queuedMs, progress }
  }
}

/** Feeds a second that do not use up the machine. */
const someFeeds = 100

/**
 * B11: an import alone, one beside some feeds, and one beside as many as can be answered. Measures how long each
 * takes, and the effect on the feeds and the event loop.
 */
export async function measureImport({ server, client, order, round }) {
  const { port, seconds } = order
  const feedsOrder = { ...order, workload: 'B1' }
  const cpuBefore = cpuMs(server.child.pid)
  const { ms, queuedMs, progress } = await importDiary(port, importers.alone)
  const cpu = cpuMs(server.child.pid) - cpuBefore
  console.log(
    `B11 alone ${round(ms / 1000, 1)} s, CPU ${round(cpu / 1000, 1)} s in Node (${progress.imported} imported, ` +
      `${progress.doubtful} doubtful; queued in ${round(queuedMs, 0)} ms)`,
  )
  const beside = {}
  for (const [name, perSecond] of [
    ['some', someFeeds],
    ['most', undefined],
  ]) {
    const without = await ask(client, { ...feedsOrder, perSecond })
    await ask(server.child, 'loop')
    const feeds = ask(client, { ...feedsOrder, perSecond, seconds: 2 * seconds })
    const imported = await importDiary(port, importers[name])
    const { loopP99 } = await ask(server.child, 'loop')
    const rss = rssMb(server.child.pid)
    const during = await feeds
    console.log(
      `B11 beside ${round(during.perSecond, 0)} feeds/s ${round(imported.ms / 1000, 1)} s, loop p99 ` +
        `${round(loopP99, 1)} ms, RSS ${rss} MB; feeds p50 ${round(during.p50, 1)}, p99 ${round(during.p99, 1)} ms ` +
        `(without it ${round(without.perSecond, 0)}/s, ${round(without.p50, 1)}, ${round(without.p99, 1)} ms)`,
    )
    beside[name] = { ms: imported.ms, loopP99, rss, during, without }
  }
  return { ms, queuedMs, cpu, ...progress, beside }
}
