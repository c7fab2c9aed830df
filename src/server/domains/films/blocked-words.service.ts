import type { SearchRules } from './search-rules.service.ts'

/** Whole words in the app's languages; words that are common in film titles are not among them. */
const blockedByDefault = [
  'porn,porno,pornos,pornography,pornographic,pornstar,pornhub,xxx,hentai,nsfw,xvideos,xnxx,xhamster',
  'redtube,youporn,brazzers,onlyfans,camgirl,camgirls,blowjob,blowjobs,handjob,creampie,gangbang,bukkake',
  'milf,milfs,sex tape,sex video,sex videos,sex movie,sex movies,adult video,adult videos',
  'pornographie,pornographique,sexe gratuit,سكس,بورنو,إباحي,إباحية,اباحي,اباحية',
].flatMap((line) => line.split(','))

/** True when the query asks for what Scene does not search for. Case, accents and punctuation do not matter. */
export function isBlockedQuery(rules: Pick<SearchRules, 'blockedWords'>, query: string): boolean {
  const words = ` ${fold(query)} `
  return (rules.blockedWords ?? blockedByDefault).some((blocked) => {
    const folded = fold(blocked)
    return folded !== '' && words.includes(` ${folded} `)
  })
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
