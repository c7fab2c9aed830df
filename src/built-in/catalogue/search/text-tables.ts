import { setImmediate } from 'node:timers/promises'
import { at, groupedLists } from '#built-in/catalogue/store/columns.ts'
import { addWords, isSmall, wordEnds } from '#built-in/catalogue/search/index-words.ts'
import { scriptOf, soundsOf } from '#shared/matching/sounds.ts'
import { foldText } from '#shared/matching/fold.ts'
import { squash, wholeForms } from '#shared/matching/title-forms.ts'

/**
 * Costs of literal finds: for not being a beginning, or for having only the beginnings of words; and of all finds for
 * lacking small words.
 */
export const cost = {
  otherName: 40,
  withoutArticle: 20,
  openBeginning: 20,
  laterWord: 40,
  openWords: 70,
  withoutSmall: 30,
  slip: 100,
  words: 50,
  leftOut: 300,
  unasked: 6,
  /** A later part of a series, whose number was not asked for. */
  numbered: 20,
}
/** One bit for each letter that occurs, letters sharing bits: a cheap first test before words are compared. */
export function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) % 32)
  return bits
}
export const tellingWords = (words: readonly string[]) => words.filter((word) => !isSmall(word))

/** Runs many steps and gives way in between, so that nobody waits for more than about ten milliseconds. */
async function inSlices(steps: number, step: (place: number) => void): Promise<void> {
  for (let place = 0; place < steps; place++) {
    if (place % 500 === 499) await setImmediate()
    step(place)
  }
  await setImmediate()
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The positions of texts in alphabetical order. */
async function inTextOrder(texts: readonly string[]): Promise<Uint32Array> {
  const byStart = Map.groupBy(texts.keys(), (place) => (texts[place] ?? '').slice(0, 1))
  const order: number[] = []
  for (const start of [...byStart.keys()].sort()) {
    await setImmediate()
    for (const place of byStart.get(start)?.sort((a, b) => byText(texts[a] ?? '', texts[b] ?? '')) ?? [])
      order.push(place)
  }
  return Uint32Array.from(order)
}

/** Where what sounds so has its place; equal keys have the same. */
function placeOfSound(key: string, among: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % among
}

interface Sounding {
  /** The places of texts that have a sound of this key. */
  having(key: string): Iterable<number>
}

/**
 * The places of texts by how they sound, in tables of numbers: as lists by key they would take several times the room.
 * Keys share a table's row now and then, so who asks compares them.
 */
async function placesBySound(texts: readonly string[]): Promise<Sounding> {
  const keys: string[] = []
  const places: number[] = []
  await inSlices(texts.length, (place) => {
    const text = texts[place] ?? ''
    if (scriptOf(text) === null) return
    for (const { key } of soundsOf(text)) {
      keys.push(key)
      places.push(place)
    }
  })
  return groupBySound(keys, places)
}

function groupBySound(keys: readonly string[], places: readonly number[]): Sounding {
  const rows = 2 * keys.length + 1
  const lists = groupedLists(
    places,
    Uint32Array.from(keys, (key) => placeOfSound(key, rows)),
    rows,
  )
  return { having: (key) => lists.of(placeOfSound(key, rows)) }
}

/**
 * The tables of an index. A function of its own: what it needs on the way would stay in memory with the functions that
 * search.
 */
export async function tabulate(
  size: number,
  textsOf: (entry: number) => readonly string[],
  {
    otherTextsOf,
    anyWordLeads,
  }: { otherTextsOf: (entry: number) => readonly string[]; anyWordLeads: boolean },
) {
  const vocabulary = new Map<string, number>()
  const pairWords: number[] = []
  const pairEntries: number[] = []
  const forms: string[] = []
  const owners: number[] = []
  const ends: number[] = []
  /** What a form costs that is not the whole of an own text. */
  const prices: number[] = []
  /** 1 for the end of a name, such as a family name. */
  const tails: number[] = []
  const seen = new Set<string>()
  /** How many words the shortest text of an entry has. */
  const lengths = new Uint8Array(size)
  const addForm = (entry: number, form: string, price: number, tail = 0) => {
    tails.push(tail)
    forms.push(squash(form))
    owners.push(entry)
    ends.push(wordEnds(form))
    prices.push(price)
  }
  const addText = (entry: number, text: string, price: number) => {
    const folded = foldText(text)
    wholeForms(folded).forEach((form, place) => {
      addForm(entry, form, price + (place > 0 ? cost.withoutArticle : 0))
      // The first part of several goes by the name of all.
      if (form.endsWith(' 1')) addForm(entry, form.slice(0, -2), price + cost.otherName)
    })
    const telling = tellingWords(folded.split(' ')).join(' ')
    if (telling !== '' && telling !== folded) addForm(entry, telling, price + cost.withoutSmall)
    if (anyWordLeads)
      for (let place = folded.indexOf(' '); place > 0; place = folded.indexOf(' ', place + 1))
        addForm(entry, folded.slice(place + 1), price, 1)
    addWords(seen, text, folded)
    lengths[entry] = Math.min(at(lengths, entry) || 255, folded.split(' ').length)
  }
  await inSlices(size, (entry) => {
    seen.clear()
    for (const text of textsOf(entry)) addText(entry, text, 0)
    for (const text of otherTextsOf(entry)) addText(entry, text, cost.otherName)
    for (const word of seen) {
      let number = vocabulary.get(word)
      if (number === undefined) vocabulary.set(word, (number = vocabulary.size))
      pairWords.push(number)
      pairEntries.push(entry)
    }
  })
  const order = await inTextOrder(forms)
  const formTexts = Array.from(order, (form) => forms[form] ?? '')
  const formEntries = order.map((form) => at(owners, form))
  const formEnds = Int32Array.from(order, (form) => at(ends, form))
  const formPrices = Uint16Array.from(order, (form) => at(prices, form))
  await setImmediate()
  const isTail = Uint8Array.from(order, (form) => at(tails, form))
  const formBits = Int32Array.from(formTexts, letterBits)

  await setImmediate()
  const sortedWords = [...vocabulary.keys()].sort()
  const numbers = Uint32Array.from(sortedWords, (word) => vocabulary.get(word) ?? 0)
  const bits = Int32Array.from(sortedWords, letterBits)
  await setImmediate()
  const entriesOf = groupedLists(pairEntries, pairWords, vocabulary.size)

  return {
    lengths,
    formTexts,
    formEntries,
    formEnds,
    formPrices,
    isTail,
    formBits,
    sortedWords,
    numbers,
    bits,
    entriesOf,
    wordSounds: await placesBySound(sortedWords),
    formSounds: await placesBySound(formTexts),
  }
}
