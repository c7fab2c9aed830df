// B11: a diary of 10,000 rows is imported, alone and while others read their feeds.
import { setTimeout as sleep } from 'node:timers/promises'
import { loadStore } from '#built-in/catalogue/store/store.ts'
import { tokenOf } from './data-set.mjs'

const rows = 10_000
/** Two thirds of a long diary are films that are in it once. */
const distinct = 7_000
/** Who follow and are followed as everybody is. */
export const importers = { alone: 9, some: 11, most: 7 }

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
export async function importDiary(port, importer) {
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
