import { gifPack, packGif, type PackGif } from '#built-in/gifs/pack.ts'
import type { Locale } from '#shared/locale.ts'
import { foldText } from '#shared/matching/fold.ts'
import { gifsPerPage, type GifProvider, type SourceGif, type SourceGifPage } from './gif-provider.ts'

const nothing = new Set(['the', 'and', 'gif', 'le', 'la', 'les', 'de', 'du'])

const entries = gifPack.map((gif) => {
  // French and Arabic articles are joined to the noun, so texts are also searched without them.
  const texts = [...Object.values(gif.titles), ...gif.tags].map((text) =>
    foldText(text.replaceAll(/\b[ld]’/gi, ' ')),
  )
  const words = texts.flatMap((text) => text.split(' '))
  return { gif, texts, words: new Set([...words, ...words.map((word) => word.replace(/^ال/, ''))]) }
})

/** The GIFs that Scene draws itself. A search finds them in three languages by title, word and mood. */
export function createBuiltInGifs(): GifProvider {
  return {
    name: 'scene',
    trending: async (page) => pageOf(gifPack, page),
    search: async (query, page) => pageOf(found(foldText(query)), page),
  }
}

/** The details of a GIF of the built-in pack, which need no provider; null when there is none. */
export function drawnGif(
  id: string,
  locale: Locale = 'en',
): Pick<SourceGif, 'title' | 'width' | 'height'> | null {
  const gif = packGif(id)
  return gif && { title: gif.titles[locale], width: gif.width, height: gif.height }
}

/** Every word must begin a word of the GIF; texts that are the query itself come first, then whole words. */
function found(query: string): PackGif[] {
  const asked = query.split(' ').filter((word) => word !== '' && !nothing.has(word))
  if (asked.length === 0) return []
  const hits = entries.flatMap(({ gif, texts, words }) => {
    const whole = asked.filter((word) => words.has(word)).length
    const begun = asked.every((word) => words.has(word) || [...words].some((one) => one.startsWith(word)))
    return begun ? [{ gif, rank: (texts.includes(query) ? 100 : 0) + whole }] : []
  })
  return hits.toSorted((a, b) => b.rank - a.rank).map(({ gif }) => gif)
}

function pageOf(gifs: readonly PackGif[], page: number): SourceGifPage {
  const end = page * gifsPerPage
  const results = gifs
    .slice(end - gifsPerPage, end)
    .map(({ id, titles, width, height }): SourceGif => ({ id, title: titles.en, width, height, files: null }))
  return { results, nextPage: end < gifs.length ? page + 1 : null }
}
